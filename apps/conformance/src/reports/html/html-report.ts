import { jsonReport } from '../json-report.js';
import { columns, checkIdsOf, type Report } from '../report.js';
import { script } from './script.js';
import { style } from './style.js';

/** One file that needs nothing else: the data of the JSON report, and a page that shows it. */
export function htmlReport(report: Report): string {
  const checks = Object.fromEntries(report.rules.map(({ rule }) => [rule, checkIdsOf(rule)]));
  // A text such as </script> inside the data must not end the element that holds it.
  const data = `{"report":${jsonReport(report)},"columns":${JSON.stringify(columns)},"checks":${JSON.stringify(checks)}}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Conformance report</title>
<style>${style}</style>
</head>
<body>
<header><h1>Conformance</h1><p id="where"></p><button id="theme" type="button">Dark or light</button></header>
<main>
<section id="summary" aria-label="Summary"></section>
<nav aria-label="Filters" id="filters"></nav>
<section><h2>Rules and collections</h2><div class="scroll"><table id="matrix"></table></div></section>
<section><h2>What went wrong</h2><div id="findings"></div></section>
<section><h2>What this run could not show</h2><div id="silence"></div></section>
<section><h2>Answer times</h2><div id="latencies"></div></section>
</main>
<script type="application/json" id="data">${data.replaceAll('<', '\\u003c')}</script>
<script>${script}</script>
</body>
</html>
`;
}
