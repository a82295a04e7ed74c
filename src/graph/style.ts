/** The look of a picture: light, and dark where the reader’s system is. Colour never says anything alone. */
export const STYLE = `
.mg{--paper:#fff;--frame:#f6f8fa;--edge:#d0d7de;--ink:#1f2328;--soft:#59636e;--fill:#fff;--line:#59636e;
--state:#0550ae;--gate:#6639ba;--wave:#1a7f37;--stop:#9a6700;--fault:#cf222e;--badge:#fff;
font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono","Liberation Mono",monospace}
@media (prefers-color-scheme:dark){.mg{--paper:#0d1117;--frame:#151b23;--edge:#3d444d;--ink:#f0f6fc;--soft:#9198a1;
--fill:#212830;--line:#9198a1;--state:#79c0ff;--gate:#d2a8ff;--wave:#7ee787;--stop:#e3b341;--fault:#ff7b72;--badge:#0d1117}}
.mg .paper{fill:var(--paper)}
.mg .frame{fill:var(--frame);stroke:var(--edge)}
.mg .heading{fill:var(--ink);font-size:13px;font-weight:600}
.mg .name{fill:var(--ink);font-size:13px;text-anchor:middle}
.mg .note{fill:var(--soft);font-size:11px;text-anchor:middle}
.mg .shape{fill:var(--fill);stroke:var(--line);stroke-width:1.25}
.mg .inner{fill:none;stroke:var(--line);stroke-width:1.25}
.mg .state .shape,.mg .last .shape{stroke:var(--state)}
.mg .any .shape,.mg .open .shape{stroke-dasharray:5 3}
.mg .gate .shape{stroke:var(--gate)}
.mg .table .shape,.mg .wave .shape,.mg .wave .inner,.mg .worker .shape{stroke:var(--wave)}
.mg .error .shape,.mg .end .shape,.mg .end .inner,.mg .last .inner{stroke:var(--stop)}
.mg .start .shape{fill:var(--ink);stroke:var(--ink)}
.mg .way{fill:none;stroke:var(--line);stroke-width:1.25}
.mg .passing{stroke-dasharray:4 4}
.mg .hit{fill:none;stroke:transparent;stroke-width:12;pointer-events:stroke}
.mg .label-paper{fill:var(--frame)}
.mg .head{fill:var(--line)}
.mg .fault-head,.mg .badge{fill:var(--fault)}
.mg .badge-text{fill:var(--badge);font-size:11px;font-weight:600;text-anchor:middle}
.mg .fault>.shape,.mg .fault>.inner,.mg .way.fault,.mg .fault>.frame{stroke:var(--fault);stroke-width:2.5}
.mg .legend{fill:var(--ink);font-size:11px}
.mg :focus{outline:3px solid var(--state);outline-offset:3px}
.mg :target>.shape,.mg :target>.frame{stroke-width:4}
.mg :target>.hit{stroke:var(--fault);stroke-opacity:.35}
`.trim()
