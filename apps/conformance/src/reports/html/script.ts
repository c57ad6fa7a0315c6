/** What the HTML report does in a browser. All texts go in as text nodes: nothing of a server's answer is ever markup. */
export const script = String.raw`
'use strict';
const { report, columns, checks } = JSON.parse(document.getElementById('data').textContent);
const outcomes = ['passed', 'failed', 'errored', 'inconclusive', 'unsupported', 'disabled'];
const signs = { passed: '✓', failed: '✗', errored: '!', inconclusive: '?', unsupported: '–', disabled: '·' };
const state = { outcome: null, text: '', rule: null, column: null };
const byId = (id) => document.getElementById(id);
function el(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === 'onclick') element.addEventListener('click', value); else if (value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}
byId('where').textContent = report.url + ' · ' + report.started_at + ' · seed ' + report.seed + ' · layer ' + report.layer;
byId('theme').addEventListener('click', () => {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = dark ? 'light' : 'dark';
});
function summary() {
  const power = report.power ? report.power.catchable + ' of ' + report.power.known + ' known faults would show on this data' : 'the power of this run is not known';
  const text = el('div', { class: 'card wide' }, el('b', {}, 'Verdict: ' + report.verdict),
    el('span', { class: 'soft' }, report.executed + ' of ' + report.results.length + ' checks executed; ' + report.requests + ' requests in ' + report.seconds.toFixed(1) + ' s; ' + power + '.'));
  byId('summary').replaceChildren(text, ...outcomes.map((outcome) => el('div', { class: 'card' },
    el('b', {}, String(report.counts[outcome])), el('i', { class: 'mark ' + outcome }), outcome)));
}
function filters() {
  const buttons = outcomes.map((outcome) => el('button', { type: 'button', 'aria-pressed': String(state.outcome === outcome),
    onclick: () => { state.outcome = state.outcome === outcome ? null : outcome; show(); } }, el('i', { class: 'mark ' + outcome }), outcome));
  const input = byId('search') || el('input', { id: 'search', type: 'search', placeholder: 'Rule, check, collection or text', 'aria-label': 'Search' });
  input.oninput = () => { state.text = input.value.toLowerCase(); show(); };
  const reset = el('button', { type: 'button', onclick: () => { Object.assign(state, { outcome: null, text: '', rule: null, column: null }); input.value = ''; show(); } }, 'Everything');
  const focused = document.activeElement === input;
  byId('filters').replaceChildren(...buttons, input, reset);
  if (focused) input.focus();
}
const matches = (...texts) => state.text === '' || texts.join(' ').toLowerCase().includes(state.text);
function matrix() {
  const head = el('tr', {}, el('th', { scope: 'col' }, 'Rule'), ...columns.map((column) => el('th', { scope: 'col' }, el('span', {}, column))));
  const rows = report.rules.filter(({ rule, text, cells, outcome }) =>
    matches(rule, text, ...checks[rule]) && (!state.outcome || outcome === state.outcome || Object.values(cells).includes(state.outcome)));
  byId('matrix').replaceChildren(el('thead', {}, head), el('tbody', {}, ...rows.map(({ rule, text, cells, outcome, reason }) => el('tr', {},
    el('th', { scope: 'row', title: text + '\n' + checks[rule].join('\n') + (reason ? '\n' + reason : '') }, rule,
      el('small', {}, outcome === 'untested' ? 'not tested: ' + reason : text)),
    ...columns.map((column) => el('td', {}, ...(cells[column] ? [el('button', { class: 'cell ' + cells[column], type: 'button',
      title: rule + ' on ' + column + ': ' + cells[column], 'aria-label': rule + ' on ' + column + ': ' + cells[column],
      onclick: () => { state.rule = rule; state.column = column; state.outcome = null; show(); byId('findings').scrollIntoView({ behavior: 'smooth' }); } },
      signs[cells[column]])] : [])))))));
}
function details(result) {
  const { finding } = result;
  const body = finding ? [el('dl', {}, el('dt', {}, 'expected'), el('dd', {}, finding.expected), el('dt', {}, 'observed'), el('dd', {}, finding.observed)),
    el('pre', {}, finding.curl.join('\n')), copy(finding.curl.join('\n')),
    ...(finding.answer ? [el('p', { class: 'soft' }, 'The answer'), el('pre', {}, finding.answer)] : []),
    ...(finding.rows.length ? [el('p', { class: 'soft' }, 'Rows'), el('pre', {}, JSON.stringify(finding.rows, null, 2))] : [])]
    : [el('pre', {}, result.reason || 'Nothing to say.')];
  return el('details', {}, el('summary', {}, el('i', { class: 'mark ' + result.outcome }), el('b', {}, result.rules.join(' ') + ' '),
    result.check + ' on ' + result.subject + (result.known ? ' (known)' : '')), el('p', {}, result.title + '.'), ...body);
}
function copy(text) {
  return el('button', { type: 'button', onclick: (event) => { navigator.clipboard?.writeText(text); event.target.textContent = 'Copied'; } }, 'Copy');
}
function findings() {
  const chosen = report.results.filter((result) => {
    if (state.rule) return result.rules.includes(state.rule) && (result.collection || 'server') === state.column;
    const wanted = state.outcome ? result.outcome === state.outcome : result.outcome === 'failed' || result.outcome === 'errored';
    return wanted && matches(result.check, result.subject, result.title, result.rules.join(' '), result.reason || '');
  });
  const title = state.rule ? [el('p', {}, el('b', {}, state.rule + ' on ' + state.column), ' — every check of it')] : [];
  byId('findings').replaceChildren(...title, ...(chosen.length ? chosen.slice(0, 300).map(details) : [el('p', { class: 'soft' }, 'Nothing.')]));
}
function silence() {
  const reasons = new Map();
  for (const { outcome, reason } of report.results) {
    if (outcome === 'passed' || outcome === 'failed' || outcome === 'errored') continue;
    const key = outcome + '\u0000' + reason;
    reasons.set(key, (reasons.get(key) || 0) + 1);
  }
  const lines = [...reasons].sort((a, b) => b[1] - a[1]).map(([key, count]) => {
    const [outcome, reason] = key.split('\u0000');
    return el('div', {}, el('i', { class: 'mark ' + outcome }), count + ' × ' + outcome + ': ' + reason);
  });
  byId('silence').replaceChildren(...(lines.length ? lines : [el('p', { class: 'soft' }, 'Nothing: everything was shown.')]));
}
function latencies() {
  const list = [...report.latencies].filter(({ operation }) => operation.includes('/api/v1')).sort((a, b) => b.p95 - a.p95).slice(0, 45);
  const most = Math.max(1, ...list.map(({ p95 }) => p95));
  const ns = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(ns, 'svg');
  svg.setAttribute('viewBox', '0 0 1000 ' + (list.length * 22 + 34));
  svg.setAttribute('role', 'img'); svg.setAttribute('aria-label', 'Median and 95th percentile of the answer times of each operation');
  const add = (name, attributes, text) => {
    const node = document.createElementNS(ns, name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
    if (text !== undefined) node.textContent = text;
    svg.append(node);
  };
  add('text', { x: 12, y: 20, class: 'soft' }, 'Milliseconds: the bar is the median, the thin line the 95th percentile.');
  list.forEach(({ operation, median, p95, count }, index) => {
    const y = index * 22 + 34;
    add('text', { x: 12, y: y + 12 }, operation.replace('/api/v1/', ''));
    add('rect', { x: 300, y: y + 5, width: Math.max(1, (p95 / most) * 560), height: 3, fill: 'var(--inconclusive)', rx: 1.5 });
    add('rect', { x: 300, y, width: Math.max(1, (median / most) * 560), height: 13, fill: 'var(--unsupported)', rx: 3 });
    add('text', { x: 310 + (p95 / most) * 560, y: y + 11, class: 'soft' }, median + ' / ' + p95 + ' (' + count + ')');
  });
  byId('latencies').replaceChildren(list.length ? svg : el('p', { class: 'soft' }, 'No answer times.'));
}
function show() { filters(); matrix(); findings(); }
summary(); silence(); latencies(); show();
`;
