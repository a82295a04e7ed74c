/** The page around a picture: its look, and what moves the picture. Both are constants, nothing is put into them. */

export const PAGE_STYLE = `
:root{color-scheme:light dark;--ink:#1f2328;--paper:#fff;--edge:#d0d7de;--link:#0550ae;--fault:#cf222e}
@media (prefers-color-scheme:dark){:root{--ink:#f0f6fc;--paper:#0d1117;--edge:#3d444d;--link:#79c0ff;--fault:#ff7b72}}
body{margin:0;padding:1rem 1.5rem 3rem;background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
h1{margin:0;font-size:1.4rem;overflow-wrap:anywhere}h2{font-size:1.1rem}h3{font-size:1rem}
a{color:var(--link)}code{overflow-wrap:anywhere}
#view{overflow:auto;max-height:75vh;border:1px solid var(--edge);border-radius:8px;cursor:grab}
#view.moving{cursor:grabbing;user-select:none}
#view svg{display:block}
#view:focus-visible,button:focus-visible,a:focus-visible{outline:3px solid var(--link);outline-offset:2px}
#tools{display:flex;gap:.5rem;align-items:center;margin:.75rem 0 .5rem}#tools[hidden]{display:none}
button{font:inherit;min-width:2.25rem;padding:.2rem .6rem;color:inherit;background:transparent;border:1px solid var(--edge);border-radius:6px}
.severity{color:var(--fault);font-weight:600}
li{margin:.35rem 0;overflow-wrap:anywhere}
`.trim()

/**
 * Zoom changes the size of the picture, and the browser scrolls: without a script all of it is still there to see.
 * Keys: + and − zoom, 0 fits, 1 is full size, arrows scroll. Mouse: drag, and wheel with Ctrl.
 */
export const PAGE_SCRIPT = `
const view = document.getElementById('view')
const svg = view.querySelector('svg')
const tools = document.getElementById('tools')
const width = svg.width.baseVal.value
const height = svg.height.baseVal.value
let scale = 1
const zoom = (to, x = view.clientWidth / 2, y = view.clientHeight / 2) => {
  const left = (view.scrollLeft + x) / scale
  const top = (view.scrollTop + y) / scale
  scale = Math.min(8, Math.max(0.1, to))
  svg.setAttribute('width', width * scale)
  svg.setAttribute('height', height * scale)
  view.scrollLeft = left * scale - x
  view.scrollTop = top * scale - y
}
const commands = {
  in: () => zoom(scale * 1.25),
  out: () => zoom(scale / 1.25),
  fit: () => zoom(Math.min(view.clientWidth / width, (window.innerHeight * 0.75) / height)),
  full: () => zoom(1),
}
const keys = { '+': 'in', '=': 'in', '-': 'out', '\\u2212': 'out', '0': 'fit', '1': 'full' }
tools.hidden = false
for (const button of tools.querySelectorAll('button'))
  button.addEventListener('click', () => commands[button.dataset.does]())
view.addEventListener('keydown', event => {
  const name = keys[event.key]
  if (!name || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  commands[name]()
})
view.addEventListener('wheel', event => {
  if (!event.ctrlKey && !event.metaKey) return
  event.preventDefault()
  const box = view.getBoundingClientRect()
  zoom(scale * Math.exp(-event.deltaY / 400), event.clientX - box.left, event.clientY - box.top)
}, { passive: false })
let from
view.addEventListener('pointerdown', event => {
  if (event.button !== 0 || event.pointerType === 'touch') return
  from = { x: event.clientX + view.scrollLeft, y: event.clientY + view.scrollTop }
})
window.addEventListener('pointermove', event => {
  if (!from) return
  view.classList.add('moving')
  view.scrollLeft = from.x - event.clientX
  view.scrollTop = from.y - event.clientY
})
for (const name of ['pointerup', 'pointercancel', 'blur'])
  window.addEventListener(name, () => {
    from = undefined
    view.classList.remove('moving')
  })
const show = () => {
  const target = location.hash && document.getElementById(location.hash.slice(1))
  if (!target || !view.contains(target)) return
  target.scrollIntoView({ block: 'center', inline: 'center' })
  target.focus({ preventScroll: true })
}
window.addEventListener('hashchange', show)
document.addEventListener('click', event => {
  const link = event.target.closest('a[href^="#"]')
  if (link && link.hash === location.hash) show()
})
show()
`.trim()

/** SHA-256 of the script, for the page’s content security policy: nothing else may run. A test recomputes it. */
export const PAGE_SCRIPT_HASH = 'sha256-x6cjoyOYcfj0GbWXKKwtqqku569flK6xhiyIkHd2dAY='
