import { plural } from '../core/counts.ts'
import { escaped } from './markup.ts'
import { PAGE_SCRIPT, PAGE_SCRIPT_HASH, PAGE_STYLE } from './page.ts'
import { SPOKEN, summaryOf, svg } from './svg.ts'
import type { Fault, Group, Picture } from './types.ts'

const POLICY = `default-src 'none'; style-src 'unsafe-inline'; script-src '${PAGE_SCRIPT_HASH}'; base-uri 'none'; form-action 'none'`

/**
 * The picture as one page: nothing is loaded, and without scripts the picture, the faults and all texts are there.
 */
export function html(picture: Picture): string {
  const { title, subtitle, groups, faults } = picture
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="generator" content="maestro-pack graph">',
    `<title>${escaped(title)}</title>`,
    `<style>\n${PAGE_STYLE}\n</style>`,
    '</head>',
    '<body>',
    `<header><h1>${escaped(title)}</h1><p>${escaped(subtitle)}. ${escaped(summaryOf(picture))}</p></header>`,
    '<main>',
    '<div id="tools" role="toolbar" aria-label="Zoom" hidden>',
    ...BUTTONS.map(
      ({ does, label, text }) => `<button type="button" data-does="${does}" aria-label="${label}">${text}</button>`,
    ),
    '<span>Keys in the picture: + and − zoom, 0 fits, 1 is full size, arrows scroll.</span>',
    '</div>',
    '<div id="view" role="region" aria-label="Picture" tabindex="0">',
    svg(picture, { inline: true }).trimEnd(),
    '</div>',
    '<p>Dashed arrows are said in passing, or follow from the order of the text. Double lines end a run.</p>',
    '<section aria-labelledby="faults-title">',
    `<h2 id="faults-title">${faults.length ? plural(faults.length, 'fault') : 'No faults'}</h2>`,
    ...(faults.length ? ['<ol>', ...faults.map(faultItem), '</ol>'] : []),
    '</section>',
    ...(groups.length
      ? ['<details>', '<summary>The picture in words</summary>', ...groups.map(inWords), '</details>']
      : []),
    '</main>',
    `<script type="module">${PAGE_SCRIPT}</script>`,
    '</body>',
    '</html>',
    '',
  ].join('\n')
}

const BUTTONS = [
  { does: 'in', label: 'Zoom in', text: '+' },
  { does: 'out', label: 'Zoom out', text: '−' },
  { does: 'fit', label: 'Fit into the window', text: 'Fit' },
  { does: 'full', label: 'Full size', text: '1:1' },
] as const

function faultItem({ number, rule, severity, text, help, path, line, column, on }: Fault): string {
  const name = on ? `<a href="#${on}">${escaped(rule)}</a>` : escaped(rule)
  const place = `<code>${escaped(path)}:${line}:${column}</code>`
  return `<li id="fault-${number}"><span class="severity">${severity}</span> ${name}: ${escaped(text)} ${escaped(help)} ${place}</li>`
}

/** What a group shows, for those who cannot see it. */
function inWords({ title, nodes, edges }: Group): string {
  const nameOf = new Map(nodes.map(({ id, label, shape }) => [id, label || SPOKEN[shape]] as const))
  const node = ({ label, shape, notes }: Group['nodes'][number]) =>
    `<li>${escaped([SPOKEN[shape], label].filter(part => part).join(' '))}${notes.map(note => `; ${escaped(note)}`).join('')}</li>`
  const edge = ({ from, to, labels }: Group['edges'][number]) => {
    const said = labels.map(label => `; ${escaped(label)}`).join('')
    return `<li>${escaped(nameOf.get(from)!)} → ${escaped(nameOf.get(to)!)}${said}</li>`
  }
  return [`<h3>${escaped(title)}</h3>`, '<ul>', ...nodes.map(node), '</ul>', '<ul>', ...edges.map(edge), '</ul>'].join(
    '\n',
  )
}
