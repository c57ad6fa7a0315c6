/** The look of the HTML report: system fonts and two palettes, so that the file needs nothing from anywhere. */
export const style = `
:root { --ink:#1d2330; --soft:#5d6678; --page:#f7f8fa; --card:#fff; --line:#dde1e8;
  --passed:#1f9d61; --failed:#d4373e; --inconclusive:#d99a1b; --unsupported:#2a94b8; --disabled:#a3abb8; --errored:#9b3fb5; }
:root[data-theme=dark] { --ink:#e6e9ef; --soft:#9aa4b6; --page:#14171d; --card:#1c2028; --line:#2e3440;
  --passed:#3cc584; --failed:#f2656b; --inconclusive:#e8b64a; --unsupported:#56b9da; --disabled:#59616f; --errored:#c479db; }
@media (prefers-color-scheme: dark) { :root:not([data-theme=light]) { --ink:#e6e9ef; --soft:#9aa4b6; --page:#14171d;
  --card:#1c2028; --line:#2e3440; --passed:#3cc584; --failed:#f2656b; --inconclusive:#e8b64a; --unsupported:#56b9da;
  --disabled:#59616f; --errored:#c479db; } }
* { box-sizing:border-box } body { margin:0; background:var(--page); color:var(--ink); font:15px/1.5 system-ui,sans-serif }
header { display:flex; gap:1.5rem; align-items:baseline; padding:1.2rem 2rem; border-bottom:1px solid var(--line); flex-wrap:wrap }
h1 { font-size:1.3rem; margin:0 } h2 { font-size:1.05rem; margin:2rem 0 .8rem } header p { margin:0; color:var(--soft); flex:1 }
main { padding:0 2rem 4rem; max-width:1500px; margin:0 auto }
button,input { font:inherit; color:inherit; background:var(--card); border:1px solid var(--line); border-radius:8px; padding:.3rem .8rem }
button { cursor:pointer } button[aria-pressed=true] { border-color:currentColor; font-weight:600 }
button:focus-visible,input:focus-visible,summary:focus-visible { outline:2px solid var(--unsupported); outline-offset:2px }
#summary { display:flex; flex-wrap:wrap; gap:.8rem; margin-top:1.5rem }
.card { background:var(--card); border:1px solid var(--line); border-radius:12px; padding:.8rem 1.2rem; min-width:7.5rem }
.card b { display:block; font-size:1.7rem; line-height:1.2 } .card.wide { flex:1 1 20rem } .card.wide b { font-size:1.15rem }
#filters { display:flex; flex-wrap:wrap; gap:.5rem; margin-top:1.2rem } #filters input { flex:1 1 14rem }
.scroll { overflow:auto; max-height:75vh; background:var(--card); border:1px solid var(--line); border-radius:12px }
table { border-collapse:separate; border-spacing:0; font-size:.85rem; width:100% }
th,td { padding:.28rem .4rem; text-align:center; border-bottom:1px solid var(--line) }
thead th { position:sticky; top:0; background:var(--card); z-index:2; height:9.5rem; vertical-align:bottom; font-weight:500 }
thead th span { writing-mode:vertical-rl; transform:rotate(180deg); white-space:nowrap }
tbody th { position:sticky; left:0; background:var(--card); text-align:left; font-weight:600; white-space:nowrap; z-index:1 }
tbody th small { font-weight:400; color:var(--soft); display:inline-block; max-width:26rem; overflow:hidden; text-overflow:ellipsis; vertical-align:bottom; margin-left:.6rem }
.cell { display:inline-block; width:1.35rem; height:1.35rem; line-height:1.35rem; border-radius:6px; color:#fff; font-size:.8rem; padding:0; border:0 }
.passed { background:var(--passed) } .failed { background:var(--failed) } .inconclusive { background:var(--inconclusive) }
.unsupported { background:var(--unsupported) } .disabled { background:var(--disabled) } .errored { background:var(--errored) }
i.mark { display:inline-block; width:.75rem; height:.75rem; border-radius:4px; margin-right:.45rem }
details { background:var(--card); border:1px solid var(--line); border-radius:12px; padding:.7rem 1rem; margin-bottom:.6rem }
summary { cursor:pointer } pre { overflow:auto; background:var(--page); border:1px solid var(--line); border-radius:8px; padding:.7rem; font-size:.8rem; white-space:pre-wrap; word-break:break-all }
dl { display:grid; grid-template-columns:auto 1fr; gap:.2rem 1rem } dt { color:var(--soft) } dd { margin:0; overflow-wrap:anywhere }
.soft { color:var(--soft) } svg { width:100%; height:auto; background:var(--card); border:1px solid var(--line); border-radius:12px }
svg text { fill:var(--ink); font:12px system-ui,sans-serif } svg .soft { fill:var(--soft) }
@media print { #filters,#theme { display:none } .scroll { max-height:none } }
`;
