import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { html } from '../../src/graph/html.ts'
import { mermaid } from '../../src/graph/mermaid.ts'
import { svg } from '../../src/graph/svg.ts'
import { findChromium } from '../helpers/browser.ts'
import { pictureIn } from '../helpers/picture.ts'
import { FULL } from '../helpers/runs.ts'
import { FAULTY, HOSTILE } from './samples.ts'

const root = join(import.meta.dirname, '..', '..')
/** Kept after the test for people to look at; git ignores it. */
const kept = join(root, 'test-output', 'graph')
const executablePath = findChromium()
if (!executablePath) console.warn('No Chromium on this machine (CHROMIUM_PATH, PATH): pictures are not looked at.')

const WAIT = { timeout: 120_000 }

describe.skipIf(!executablePath)('in Chromium', WAIT, () => {
  let browser: Browser
  const faults: string[] = []
  beforeAll(async () => {
    mkdirSync(kept, { recursive: true })
    // As root, which containers often are, Chromium has no sandbox; what is shown is ours.
    const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
    browser = await chromium.launch({ executablePath: executablePath!, args, timeout: WAIT.timeout })
  }, WAIT.timeout)
  afterAll(() => browser?.close())

  async function open(name: string, text: string, options: Parameters<Browser['newPage']>[0] = {}): Promise<Page> {
    const file = join(kept, name)
    writeFileSync(file, text)
    const page = await browser.newPage({ viewport: { width: 1100, height: 900 }, ...options })
    page.setDefaultTimeout(WAIT.timeout)
    page.on('console', message => faults.push(`${message.type()}: ${message.text()}`))
    page.on('pageerror', error => faults.push(error.message))
    page.on('request', request => request.url().startsWith('file:') || faults.push(`loads ${request.url()}`))
    await page.goto(pathToFileURL(file).href)
    return page
  }

  async function keep(page: Page, name: string) {
    const path = join(kept, name)
    await page.screenshot({ path, timeout: WAIT.timeout })
    console.log(`screenshot: ${relative(root, path)}`)
  }

  /** Texts that stick out of the box that was reckoned for them, and boxes that overlap. */
  const MISFITS = `(() => {
    const wrong = []
    const nodes = [...document.querySelectorAll('.mg .node')]
    for (const node of nodes) {
      const box = node.querySelector('.shape').getBoundingClientRect()
      for (const text of node.querySelectorAll('text.name, text.note')) {
        const own = text.getBoundingClientRect()
        if (own.left < box.left || own.right > box.right || own.top < box.top - 1 || own.bottom > box.bottom + 1)
          wrong.push('sticks out: ' + text.textContent)
      }
      for (const other of nodes) {
        if (other === node) break
        const one = other.querySelector('.shape').getBoundingClientRect()
        if (one.left < box.right && box.left < one.right && one.top < box.bottom && box.top < one.bottom)
          wrong.push('overlaps: ' + node.id + ' ' + other.id)
      }
    }
    return wrong
  })()`

  test('the page shows nodes and faults, light and dark, and moves by keyboard and mouse', async () => {
    const page = await open('faulty.html', html(pictureIn(FAULTY)), { colorScheme: 'light' })
    expect(await page.getByLabel('S_PIER, state', { exact: true }).isVisible()).toBe(true)
    expect(await page.evaluate(MISFITS)).toEqual([])
    const paper = () => page.evaluate('getComputedStyle(document.querySelector(".mg .paper")).fill')
    const light = await paper()
    await keep(page, 'faulty-light.png')

    const bad = page.locator('#view g.node.fault')
    expect(await bad.count()).toBe(3)
    const stroke = (kind: string) =>
      page.evaluate(`getComputedStyle(document.querySelector(${JSON.stringify(`${kind} .shape`)})).stroke`)
    expect(await stroke('#view g.node.fault')).toBe('rgb(207, 34, 46)')
    expect(await stroke('#view g.node.state:not(.fault)')).not.toBe('rgb(207, 34, 46)')
    expect(await bad.last().getAttribute('aria-label')).toBe('S_STORM, state, 1 fault')

    // The keyboard reaches the picture and each fault in it, and a link of the list leads there.
    const focused = () => page.evaluate('document.activeElement.getAttribute("aria-label")')
    for (const label of [
      'Zoom in',
      'Zoom out',
      'Fit into the window',
      'Full size',
      'Picture',
      'S_WAIT, state, 1 fault',
    ]) {
      await page.keyboard.press('Tab')
      expect(await focused()).toBe(label)
    }
    await page.getByRole('link', { name: 'states/undeclared-state' }).press('Enter')
    await page.waitForFunction('document.activeElement.getAttribute("aria-label") === "S_STORM, state, 1 fault"')
    expect(await bad.last().isVisible()).toBe(true)

    const width = () => page.evaluate('document.querySelector(".mg").width.baseVal.value') as Promise<number>
    const full = await width()
    await page.locator('#view').press('+')
    expect(await width()).toBeGreaterThan(full)
    await page.locator('#view').press('1')
    expect(await width()).toBe(full)
    for (const key of ['+', '+', '+', '+', '+', '+']) await page.locator('#view').press(key)
    const scrolled = () => page.evaluate('document.getElementById("view").scrollTop') as Promise<number>
    const before = await scrolled()
    const box = (await page.locator('#view').boundingBox())!
    await page.mouse.move(box.x + 300, box.y + 300)
    await page.mouse.down()
    await page.mouse.move(box.x + 300, box.y + 200)
    await page.mouse.up()
    expect(Math.round((await scrolled()) - before)).toBe(100)

    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await paper()).not.toBe(light)
    await page.locator('#view').press('0')
    await keep(page, 'faulty-dark.png')
    await page.close()
    expect(faults.splice(0)).toEqual([])
  })

  test('without scripts the picture, the faults and their links are there', async () => {
    const page = await open('faulty.html', html(pictureIn(FAULTY)), { javaScriptEnabled: false })
    expect(await page.getByLabel('S_PIER, state', { exact: true }).isVisible()).toBe(true)
    expect(await page.locator('#tools').isVisible()).toBe(false)
    await page.getByRole('link', { name: 'states/undeclared-state' }).click()
    expect(page.url()).toMatch(/#n\d+$/)
    await page.close()
    expect(faults.splice(0)).toEqual([])
  })

  test('hostile labels stay text, in the page and in SVG, which is well-formed', async () => {
    const picture = pictureIn(HOSTILE)
    const page = await open('hostile.html', html(picture))
    page.on('dialog', () => faults.push('a dialog'))
    expect(await page.evaluate('document.scripts.length')).toBe(1)
    expect(await page.evaluate('document.querySelectorAll("img, #view b").length')).toBe(0)
    const handlers =
      '[...document.querySelectorAll("*")].filter(({ attributes }) => [...attributes].some(({ name }) => name.startsWith("on"))).length'
    expect(await page.evaluate(handlers)).toBe(0)
    expect(await page.evaluate(MISFITS)).toEqual([])
    expect(await page.locator('#view').textContent()).toContain('</script><script>alert(1)</script>')
    await page.close()
    const image = await open('hostile.svg', svg(picture))
    expect(
      await image.evaluate('document.documentElement.nodeName + document.querySelectorAll("parsererror").length'),
    ).toBe('svg0')
    expect(await image.evaluate(MISFITS)).toEqual([])
    await keep(image, 'hostile.png')
    await image.close()
    expect(faults.splice(0)).toEqual([])
  })

  test.skipIf(!FULL)('Mermaid reads and draws its text, labels as they are written', async () => {
    const page = await browser.newPage()
    page.setDefaultTimeout(WAIT.timeout)
    await page.setContent('<!doctype html><html><body></body></html>')
    await page.addScriptTag({ path: fileURLToPath(import.meta.resolve('@mermaid-js/tiny')) })
    const draw = (text: string) =>
      page.evaluate(`(async () => {
        mermaid.initialize({ startOnLoad: false, securityLevel: 'strict' })
        const { diagramType } = await mermaid.parse(${JSON.stringify(text)})
        const { svg } = await mermaid.render('drawn', ${JSON.stringify(text)})
        document.body.innerHTML = svg
        return diagramType + ' ' + document.querySelectorAll('.node').length + ' ' + document.body.textContent
      })()`) as Promise<string>
    expect(await draw(mermaid(pictureIn(FAULTY)))).toMatch(/^flowchart-v2 11 .*S_STORM/s)
    const hostile = await draw(mermaid(pictureIn(HOSTILE)))
    for (const text of ['</script><script>alert(1)</script>', '{{x}} %%{init: {}}%% tick #35; end', 'classDef x:#fff;'])
      expect(hostile.replace(/\s/g, '')).toContain(text.replace(/\s/g, ''))
    expect(await draw(mermaid(pictureIn('Row.\n')))).toMatch(/^flowchart-v2 0 /)
    await page.close()
  })
})
