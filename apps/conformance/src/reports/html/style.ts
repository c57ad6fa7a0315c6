const light = `--ink:#1b2130; --soft:#556072; --page:#f6f7f9; --card:#fff; --line:#d9dee6; --focus:#1c64d8; --on:#fff;
  --passed:#16794a; --failed:#c4262e; --inconclusive:#8a5b00; --unsupported:#1b6c8a; --disabled:#69717f; --errored:#7d2f96;`;
const dark = `--ink:#e6e9ef; --soft:#a3adbf; --page:#13161c; --card:#1b1f27; --line:#333a47; --focus:#79b0ff; --on:#12151b;
  --passed:#46c98b; --failed:#ff7d82; --inconclusive:#e8b64a; --unsupported:#62c3e2; --disabled:#98a2b3; --errored:#d08fe6;`;

/** The style of the HTML report: system fonts and two palettes, so that the file is self-contained. */
export const style = `
:root { color-scheme:light; ${light} }
:root[data-theme=dark] { color-scheme:dark; ${dark} }
@media (prefers-color-scheme: dark) { :root:not([data-theme=light]) { color-scheme:dark; ${dark} } }
* { box-sizing:border-box } [hidden] { display:none !important }
body { margin:0; background:var(--page); color:var(--ink); font:15px/1.5 system-ui,sans-serif; --gap:2rem }
header { display:flex; gap:.4rem 1.5rem; align-items:center; padding:1rem var(--gap); border-bottom:1px solid var(--line); flex-wrap:wrap; background:var(--card) }
h1,h2,h3,h4,p { margin:0 } h1 { font-size:1.25rem } h2 { font-size:1.1rem; margin:2.2rem 0 .6rem } h3 { font-size:1rem; display:inline } h4 { font-size:.8rem; color:var(--soft); font-weight:600 }
h2:focus { outline:none } header p { flex:1 1 20rem; overflow-wrap:anywhere } header p span { color:var(--soft); margin-left:.5rem }
main { padding:0 var(--gap) 4rem; max-width:1500px; margin:0 auto }
.soft { color:var(--soft) } a { color:inherit }
button,input { font:inherit; color:inherit; background:var(--card); border:1px solid var(--line); border-radius:8px; padding:.4rem .8rem }
button { cursor:pointer } button:hover:not(:disabled) { border-color:var(--soft) } button:disabled { opacity:.55; cursor:default } .small { padding:.05rem .6rem; font-size:.8rem }
:focus-visible { outline:2px solid var(--focus); outline-offset:2px }
#summary { margin-top:1.5rem; background:var(--card); border:1px solid var(--line); border-radius:12px; overflow:hidden }
.verdict { display:flex; gap:1rem; align-items:center; padding:1.1rem 1.3rem }
.seal { flex:none; width:3rem; height:3rem; border-radius:50%; display:grid; place-items:center; font-size:1.5rem; font-weight:700; color:var(--on) }
.word { font-size:1.25rem; font-weight:700; line-height:1.3 } .word .soft { font-weight:400; font-size:1rem }
.proportions { display:flex; height:8px } .proportions span { min-width:0 }
.passed { background:var(--passed) } .failed { background:var(--failed) } .inconclusive { background:var(--inconclusive) }
.unsupported { background:var(--unsupported) } .disabled { background:var(--disabled) } .errored { background:var(--errored) }
.counts { display:grid; grid-template-columns:repeat(auto-fit,minmax(8.6rem,1fr)); gap:.6rem; margin-top:1rem }
.count { text-align:left; padding:.5rem .9rem; border-radius:10px } .count b { display:block; font-size:1.5rem; line-height:1.25; font-variant-numeric:tabular-nums }
.count span { white-space:nowrap } .count[aria-pressed=true] { border-color:var(--ink); box-shadow:inset 0 0 0 1px var(--ink) }
.search { display:flex; gap:.6rem; margin-top:.6rem; flex-wrap:wrap } .search input { flex:1 1 14rem; min-width:0 } ::placeholder { color:var(--soft); opacity:1 }
i.mark { display:inline-grid; place-items:center; width:1.15rem; height:1.15rem; border-radius:5px; margin-right:.45rem; color:var(--on); font:700 .75rem/1 system-ui,sans-serif; vertical-align:middle; margin-top:-.15rem }
.scroll { overflow:auto; max-height:80vh; background:var(--card); border:1px solid var(--line); border-radius:12px; margin:.4rem 0 }
table { border-collapse:separate; border-spacing:0; font-size:.85rem; width:100% }
#matrix th,#matrix td { padding:.25rem .3rem; text-align:center; border-bottom:1px solid var(--line) } #matrix tbody tr:last-child > * { border-bottom:0 }
#matrix thead th { position:sticky; top:0; background:var(--card); z-index:2; height:9.5rem; vertical-align:bottom; font-weight:500 }
#matrix thead th:first-child { left:0; z-index:3; text-align:left; padding-left:.8rem; font-weight:600 }
#matrix thead th span { writing-mode:vertical-rl; transform:rotate(180deg); white-space:nowrap }
#matrix tbody th { position:sticky; left:0; background:var(--card); text-align:left; font-weight:400; z-index:1; padding-left:.8rem; width:45%; line-height:1.35 }
#matrix tbody tr:hover > * { background:var(--page) } .rule { font-weight:600; white-space:nowrap } #matrix small { color:var(--soft); font-size:.82rem }
.cell { width:1.6rem; height:1.6rem; line-height:1; border-radius:6px; color:var(--on); font-size:.85rem; font-weight:700; padding:0; border:0; vertical-align:middle } .cell.faint { background:none; color:var(--soft); box-shadow:inset 0 0 0 1px var(--line) }
.cell:hover { filter:brightness(1.15) }
.card { background:var(--card); border:1px solid var(--line); border-radius:12px; overflow:auto }
.plain th,.plain td { padding:.35rem .8rem; text-align:left; border-bottom:1px solid var(--line); vertical-align:top } .plain tbody tr:last-child > * { border-bottom:0 }
.plain thead th { color:var(--soft); font-weight:600 } .plain tbody th { font-weight:500; overflow-wrap:anywhere } .plain td { overflow-wrap:anywhere } .plain .number,.times thead th:nth-child(n+2):nth-child(-n+4) { text-align:right; font-variant-numeric:tabular-nums }
.silence th:nth-child(-n+2),.silence td:nth-child(-n+2) { width:1%; white-space:nowrap }
.times .chart { width:45%; vertical-align:middle } .bars { position:relative; height:.9rem } .bars span { position:absolute; left:0; top:0; min-width:2px; border-radius:3px }
.bars .median,.key.median { background:var(--unsupported) } .bars .median { height:100% } .bars .p95,.key.p95 { background:var(--inconclusive) } .bars .p95 { height:4px; top:calc(50% - 2px) }
.key { display:inline-block; width:.8rem; height:.6rem; border-radius:3px; margin:0 .3rem 0 .2rem } .key.p95 { height:4px; vertical-align:.2rem } #latencies > * + * { margin-top:.6rem }
.group { background:var(--card); border:1px solid var(--line); border-radius:12px; margin-top:.6rem; padding:0 1rem } .group > summary { padding:.65rem 0 } .group[open] { padding-bottom:1rem }
.subject { border-top:1px solid var(--line) } .subject > summary { padding:.4rem 0 } .subject[open] { padding-bottom:.8rem }
summary { cursor:pointer; overflow-wrap:anywhere } summary .brief { display:block; padding-left:1.1rem } .subject .brief { font-size:.88rem; white-space:nowrap; overflow:hidden; text-overflow:ellipsis } .subject[open] > summary .brief { display:none }
.tag { display:inline-block; font-size:.75rem; border:1px solid var(--line); border-radius:6px; padding:0 .4rem; margin-left:.4rem; white-space:nowrap } .marks { white-space:nowrap }
.head { display:flex; align-items:center; justify-content:space-between; margin:.8rem 0 .3rem; min-height:1.7rem }
pre { margin:0; overflow:auto; max-height:22rem; background:var(--page); border:1px solid var(--line); border-radius:8px; padding:.7rem; font:.8rem/1.5 ui-monospace,monospace; white-space:pre-wrap; overflow-wrap:anywhere; unicode-bidi:plaintext }
dl { display:grid; grid-template-columns:auto 1fr; gap:.2rem 1rem; margin:.4rem 0 0 } dt { color:var(--soft) } dd { margin:0; overflow-wrap:anywhere; min-width:0; unicode-bidi:plaintext; grid-column:-2 }
.names { columns:18rem; margin:0; padding-left:1.2rem; font-size:.85rem }
@media (max-width:700px) { body { --gap:1rem } .verdict { padding:1rem; align-items:flex-start } .counts { grid-template-columns:repeat(2,minmax(0,1fr)) } .count { padding:.4rem .6rem; font-size:.85rem } .count i.mark { margin-right:.25rem }
  header p { order:3; flex-basis:100% } header p span { display:block; margin:0 } h1 { flex:1 } #matrix small { display:none } #matrix tbody th { width:auto } .times .chart,.times thead th:nth-child(5),.times .number:nth-child(4),.times thead th:nth-child(4) { display:none }
  .times th { padding:.35rem .5rem } .key { display:none } dl { grid-template-columns:1fr } dd { margin-bottom:.3rem } .group { padding:0 .8rem } .plain th,.plain td { padding:.35rem .5rem } }
@media (prefers-reduced-motion:no-preference) { html { scroll-behavior:smooth } }
@media print { #filters,#theme,.small { display:none } .scroll,pre { max-height:none } }
`;
