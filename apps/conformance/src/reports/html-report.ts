import { createHash } from 'node:crypto';
import { checksOfRule } from '../checks/all-checks.js';
import { verdictTexts } from '../run/verdict.js';
import { jsonReport } from './json-report.js';
import { columns, type Report } from './report.js';
import { script } from './html/script.js';
import { style } from './html/style.js';

const hashSource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Blocks external resources and all other scripts, even if a server's response became markup. */
const policy = `default-src 'none'; script-src ${hashSource(script)}; style-src ${hashSource(style)}; base-uri 'none'; form-action 'none'`;

/** A self-contained file: the data of the JSON report, and a page that displays them. */
export function htmlReport(report: Report): string {
  const checks = Object.fromEntries(report.rules.map(({ rule }) => [rule, checksOfRule(rule).map(({ id }) => id)]));
  const causes = report.causes.flatMap(({ results, consequences }) =>
    [results, ...consequences].map(([first]) => first?.check),
  );
  const verdict = JSON.stringify(verdictTexts[report.verdict]);
  const data = `{"report":${jsonReport(report)},"verdict":${verdict},"columns":${JSON.stringify(columns)},"checks":${JSON.stringify(checks)},"causes":${JSON.stringify(causes)}}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Conformance report</title>
<style>${style}</style>
</head>
<body>
<header><h1>Conformance</h1><p id="where"></p><button id="theme" type="button"></button></header>
<main>
<section id="summary" aria-label="Summary"></section>
<div id="filters" role="search" aria-label="Filters"></div>
<section aria-labelledby="matrix-title"><h2 id="matrix-title">Rules and collections</h2>
<p class="soft" id="shown" role="status"></p>
<div class="scroll" role="group" aria-labelledby="matrix-title" tabindex="0"><table id="matrix" aria-describedby="keys"></table></div>
<p class="soft" id="keys">The worst outcome of all checks of a rule on a collection. A cell shows its checks; arrow keys go from cell to cell.</p></section>
<section aria-labelledby="findings-title"><h2 id="findings-title" tabindex="-1"></h2><div id="findings"></div></section>
<section aria-labelledby="silence-title"><h2 id="silence-title">What this run could not show</h2><div id="silence"></div></section>
<section aria-labelledby="times-title"><h2 id="times-title">Answer times</h2><div id="latencies"></div></section>
</main>
<script type="application/json" id="data">${data.replaceAll('<', '\\u003c')}</script>
<script>${script}</script>
</body>
</html>
`;
}
