import { afterEach, describe, expect, it, vi } from 'vitest'
import { loadParser } from '../../src/markdown/parser.ts'

describe('loadParser', () => {
  afterEach(() => {
    vi.doUnmock('../../src/markdown/satteri.ts')
    vi.resetModules()
  })

  it('loads the native parser by default', async () => {
    const { name, parser } = await loadParser()
    expect(name).toBe('satteri')
    expect(parser('# a').children[0]).toMatchObject({ type: 'heading', depth: 1 })
  })

  it('loads the reference parser when asked', async () => {
    const { name, parser } = await loadParser('remark')
    expect(name).toBe('remark')
    expect(parser('| a |\n|---|').children[0]).toMatchObject({ type: 'table' })
  })

  it.each([
    ['cannot be loaded', () => Promise.reject(new Error('no native build'))],
    [
      'cannot run',
      () => ({
        parseWithSatteri: () => {
          throw new Error('no native build')
        },
      }),
    ],
  ])('falls back to the reference parser when satteri %s', async (_, module) => {
    vi.resetModules()
    vi.doMock('../../src/markdown/satteri.ts', module)
    const { name, parser } = await (await import('../../src/markdown/parser.ts')).loadParser()
    expect(name).toBe('remark')
    expect(parser('- a').children[0]).toMatchObject({ type: 'list' })
  })
})
