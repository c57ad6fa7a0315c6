/** The script of the HTML report. All texts become text nodes: a server's response is never markup. */
export const script = String.raw`'use strict';
(() => {
const { report, verdict, columns, checks, causes } = JSON.parse(document.getElementById('data').textContent);
const outcomes = ['passed', 'failed', 'errored', 'inconclusive', 'unsupported', 'disabled'];
const signs = { passed: '✓', failed: '✗', errored: '!', inconclusive: '?', unsupported: '–', disabled: '·' };
const state = { outcome: null, text: '', cell: null };
const byId = (id) => document.getElementById(id);
function el(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (value !== undefined && value !== false) element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}
const mark = (outcome) => el('i', { class: 'mark ' + outcome, 'aria-hidden': 'true' }, signs[outcome] || '');
const plural = (count, one, many) => count + ' ' + (count === 1 ? one : many || one + 's');
/* Invisible characters and those that change the text direction are shown as escapes. */
const hidden = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;
const visible = (text) => text.replace(hidden, (one) => '\\u' + one.charCodeAt(0).toString(16).padStart(4, '0'));
const includes = (...texts) => texts.join('\n').toLowerCase().includes(state.text);
const columnOf = (result) => result.collection || 'server';
const when = report.started_at.slice(0, 16).replace('T', ' ') + ' UTC';
byId('where').append(el('b', {}, report.url), ' ', el('span', {}, when + ' · seed ' + report.seed + ' · ' +
  (report.layer === 'seed' ? 'what every server does' : 'all rules')));
document.title = 'Conformance of ' + report.url + ': ' + report.verdict;
const darkly = matchMedia('(prefers-color-scheme: dark)');
const isDark = () => (document.documentElement.dataset.theme || (darkly.matches ? 'dark' : 'light')) === 'dark';
const nameTheme = () => { byId('theme').textContent = isDark() ? 'Light page' : 'Dark page'; };
byId('theme').addEventListener('click', () => { document.documentElement.dataset.theme = isDark() ? 'light' : 'dark'; nameTheme(); });
darkly.addEventListener('change', nameTheme);
function summary() {
  const [word, ...rest] = verdict.split(': ');
  const kind = { passed: 'passed', failed: 'failed', errored: 'errored' }[report.verdict] || 'inconclusive';
  const known = report.results.filter((result) => result.known).length;
  const facts = [plural(report.requests, 'request') + ' in ' + report.seconds.toFixed(1) + ' s',
    report.executed + ' of ' + plural(report.results.length + (report.unfinished ? report.unfinished.remaining.length : 0), 'check') + ' executed, of ' + plural(report.rules.length, 'rule')];
  if (report.mutation_score) facts.push('on this data it would kill ' + report.mutation_score.killable + ' of ' + report.mutation_score.mutants + ' known mutants of a server; the whole suite caught ' + report.mutation_score.generated.caught + ' of ' + report.mutation_score.generated.faults + ' generated faults that it was not tuned on');
  if (known > 0) facts.push(plural(known, 'failure') + ' known to the baseline');
  if (report.changed.length > 0) facts.push('the data changed meanwhile: ' + report.changed.join(', '));
  const away = report.outages.filter(({ recovered }) => recovered).length;
  if (away > 0) facts.push(plural(away, 'time') + ' without an answer for a while');
  const broken = new Set(report.results.filter(({ outcome }) => outcome === 'failed' || outcome === 'errored').map(({ check }) => check));
  const total = Math.max(1, report.results.length);
  const bar = el('div', { class: 'proportions', 'aria-hidden': 'true' }, ...outcomes.map((outcome) => {
    const part = el('span', { class: outcome });
    part.style.width = (report.counts[outcome] / total) * 100 + '%';
    return part;
  }));
  byId('summary').append(el('div', { class: 'verdict' }, el('span', { class: 'seal ' + kind, 'aria-hidden': 'true' }, signs[kind]),
    el('div', {}, el('p', { class: 'word' }, word[0].toUpperCase() + word.slice(1), el('span', { class: 'soft' }, ': ' + rest.join(': '))),
      el('p', { class: 'soft' }, facts.join(' · ')), ...(broken.size > 0 ? [el('p', {}, el('a', { href: '#findings-title' }, 'What went wrong: ' + plural(broken.size, 'check')))] : []),
      ...(report.unfinished ? [el('p', {}, 'The run ended early: ' + visible(report.unfinished.reason) + '. ' + plural(report.unfinished.remaining.length, 'check') + ' remain.'),
        ...report.unfinished.in_flight.map(({ check, subject, curl }) => el('p', {}, 'In flight: ' + check + ' on ' + subject, el('pre', {}, visible(curl))))] : []),
      ...report.stale_baseline.map((entry) => el('p', {}, 'Stale in the baseline: ' + entry)))), bar);
}
const input = el('input', { id: 'search', type: 'search', placeholder: 'Rule, check, collection or text', 'aria-label': 'Search',
  oninput: () => { state.text = input.value.trim().toLowerCase(); state.cell = null; show(); } });
const buttons = new Map(outcomes.map((outcome) => [outcome, el('button', { type: 'button', class: 'count', 'aria-pressed': 'false',
  onclick: () => { state.outcome = state.outcome === outcome ? null : outcome; state.cell = null; show(); } },
  el('b', {}, String(report.counts[outcome])), el('span', {}, mark(outcome), outcome))]));
const everything = el('button', { type: 'button', id: 'everything',
  onclick: () => { Object.assign(state, { outcome: null, text: '', cell: null }); input.value = ''; show(); } }, 'Show everything');
byId('filters').append(el('div', { class: 'counts', role: 'group', 'aria-label': 'Outcomes' }, ...buttons.values()),
  el('div', { class: 'search' }, input, everything));
function filters() {
  for (const [outcome, button] of buttons) button.setAttribute('aria-pressed', String(state.outcome === outcome));
  everything.disabled = !state.outcome && !state.text && !state.cell;
}
const heads = new Map(columns.map((column) => [column, el('th', { scope: 'col' }, el('span', {}, column))]));
const rows = report.rules.map(({ rule, text, cells, outcome, reason }) => {
  const fields = new Map(columns.map((column) => [column, cells[column] ? cellOf(rule, column, cells[column]) : null]));
  const words = outcome === 'untested' ? 'not tested: ' + reason : text;
  const head = el('th', { scope: 'row', title: text + '\n' + checks[rule].join('\n') }, el('span', { class: 'rule' }, rule), ' ', el('small', {}, words));
  const tds = new Map([...fields].map(([column, field]) => [column, el('td', {}, ...(field ? [field] : []))]));
  return { rule, fields, tds, outcome, found: [rule, text, ...checks[rule]].join('\n').toLowerCase(), element: el('tr', {}, head, ...tds.values()) };
});
function cellOf(rule, column, outcome) {
  const label = rule + ' on ' + column + ': ' + outcome;
  return el('button', { class: 'cell ' + outcome, type: 'button', tabindex: '-1', title: label, 'aria-label': label, 'data-outcome': outcome,
    onclick: () => { state.cell = { rule, column }; show(); byId('findings-title').focus({ preventScroll: true }); byId('findings-title').scrollIntoView(); } }, signs[outcome]);
}
byId('matrix').append(el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, 'Rule'), ...heads.values())),
  el('tbody', {}, ...rows.map(({ element }) => element)));
let current = null;
function reach(cell, focus) {
  if (current) current.tabIndex = -1;
  current = cell;
  if (!cell) return;
  cell.tabIndex = 0;
  if (focus) { cell.focus(); cell.scrollIntoView({ block: 'nearest', inline: 'nearest' }); }
}
byId('matrix').addEventListener('focusin', ({ target }) => { if (target.matches('.cell') && target !== current) reach(target, false); });
/* The arrow keys move between cells, so that a table of a thousand cells is a single tab stop. */
byId('matrix').addEventListener('keydown', (event) => {
  const step = { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0] }[event.key];
  if (!step || !event.target.matches('.cell')) return;
  event.preventDefault();
  const shownRows = rows.filter(({ element }) => !element.hidden);
  const shownColumns = columns.filter((column) => !heads.get(column).hidden);
  let y = shownRows.findIndex(({ element }) => element.contains(event.target));
  let x = shownColumns.findIndex((column) => shownRows[y].fields.get(column) === event.target);
  do { y += step[0]; x += step[1]; } while (shownRows[y] && shownColumns[x] && !shownRows[y].fields.get(shownColumns[x]));
  const next = shownRows[y] && shownRows[y].fields.get(shownColumns[x]);
  if (next) reach(next, true);
});
function matrix() {
  const named = state.text ? columns.filter((column) => column.includes(state.text)) : [];
  const wanted = new Set(named.length ? named : columns);
  for (const [column, head] of heads) head.hidden = !wanted.has(column);
  let shown = 0;
  for (const { fields, tds, outcome, found, element } of rows) {
    for (const [column, td] of tds) td.hidden = !wanted.has(column);
    const own = [...fields].filter(([column, field]) => field && wanted.has(column)).map(([, field]) => field.dataset.outcome);
    const isFound = !state.text || found.includes(state.text) || (named.length > 0 && own.length > 0);
    element.hidden = !(isFound && (!state.outcome || own.includes(state.outcome)));
    if (!element.hidden) shown += 1;
    for (const field of fields.values()) if (field) field.classList.toggle('faint', Boolean(state.outcome) && field.dataset.outcome !== state.outcome);
  }
  byId('shown').textContent = shown === rows.length ? plural(rows.length, 'rule') : shown + ' of ' + plural(rows.length, 'rule');
  if (!current || current.closest('[hidden]')) reach([...byId('matrix').querySelectorAll('.cell')].find((cell) => !cell.closest('[hidden]')) || null, false);
}
const maxGroups = 200;
function block(title, text, copied) {
  const head = el('div', { class: 'head' }, el('h4', {}, title), ...(copied === undefined ? [] : [copyButton(title, copied)]));
  return [head, el('pre', { tabindex: '0', 'aria-label': title }, visible(text))];
}
function copyButton(title, text) {
  const button = el('button', { type: 'button', class: 'small', 'aria-label': 'Copy: ' + title, onclick: async () => {
    try { await navigator.clipboard.writeText(text); button.textContent = 'Copied'; } catch { button.textContent = 'Not allowed'; }
    setTimeout(() => { button.textContent = 'Copy'; }, 1500);
  } }, 'Copy');
  return button;
}
function answerOf(text) {
  const [, status, body] = /^(\d+) ([^]*)$/.exec(text) || [null, '', text];
  try { return status + '\n' + JSON.stringify(JSON.parse(body), null, 2); } catch { return status + '\n' + body; }
}
/* Shortens long words in the middle; the copied text is complete. */
const short = (line) => line.replace(/'[^']{400,}'/g, (word) => word.slice(0, 280) + '…[' + (word.length - 400) + ' more]…' + word.slice(-120));
const shellWord = (text) => /^[\w./-]+$/.test(text) ? text : "'" + text.replaceAll("'", "'\\''") + "'";
function bodyOf({ finding, reason, outcome, id }) {
  if (!finding) return outcome === 'passed' ? [el('p', { class: 'soft' }, 'It holds.')] : block('Why', reason || '');
  const replay = 'npx @resource-catalogue/conformance replay REPORT.json --finding ' + shellWord(id) + ' --token "$TOKEN"';
  const { smallest } = finding;
  const requests = (title, curl) => (curl.length ? block(title, curl.map(short).join('\n'), curl.join('\n')) : []);
  return [el('dl', {}, el('dt', {}, 'expected'), el('dd', {}, visible(finding.expected)), el('dt', {}, 'observed'), el('dd', {}, visible(finding.observed)),
    ...(finding.notes.length ? [el('dt', {}, 'hints'), ...finding.notes.map((note) => el('dd', {}, visible(note)))] : [])),
    ...(finding.sequence.length ? block('Sequence', finding.sequence.join('\n')) : []),
    ...(smallest ? requests('The smallest request that fails: ' + smallest.observed, smallest.curl) : []),
    ...requests('Requests', finding.curl),
    ...(finding.answer ? block('Answer', answerOf(finding.answer)) : []),
    ...(finding.rows.length ? block('Rows', JSON.stringify(finding.rows, null, 2)) : []),
    ...block('Once more', replay, replay)];
}
/* Creates the body when it is opened, because thousands of responses would make the page slow. */
function details(attributes, head, body) {
  const element = el('details', { ...attributes, ontoggle: () => { if (element.open && element.children.length === 1) element.append(...body()); } }, el('summary', {}, ...head));
  return element;
}
const subjectOf = (result) => details({ class: 'subject' }, [mark(result.outcome), result.subject, ...(result.known ? [el('span', { class: 'tag' }, 'known')] : []),
  el('span', { class: 'soft brief' }, visible((result.reason || result.outcome).split('\n')[0]))], () => bodyOf(result));
function groupOf(results) {
  results.sort((a, b) => !(a.finding && a.finding.smallest) - !(b.finding && b.finding.smallest));
  const [first] = results;
  const kinds = outcomes.filter((outcome) => results.some((result) => result.outcome === outcome));
  const head = [el('span', { class: 'marks' }, ...kinds.map(mark)), el('h3', {}, first.check), el('span', { class: 'tags' }, ...first.rules.map((rule) => el('span', { class: 'tag' }, rule))),
    el('span', { class: 'soft brief' }, first.title + ' — ' + (results.length === 1 ? 'on ' + first.subject : plural(results.length, 'subject'))),
    ...(first.explained_by ? [el('span', { class: 'tag' }, 'probably because of ' + first.explained_by.split('/')[0])] : []),
    ...(results.every((result) => result.known) ? [el('span', { class: 'tag' }, 'known')] : [])];
  return details({ class: 'group' }, head, () => results.length === 1 ? bodyOf(first) : results.map(subjectOf));
}
function findings() {
  const { cell, outcome } = state;
  const named = columns.some((column) => state.text && column.includes(state.text));
  const chosen = report.results.filter((result) => {
    if (cell) return result.rules.includes(cell.rule) && columnOf(result) === cell.column;
    const wanted = outcome ? result.outcome === outcome : result.outcome === 'failed' || result.outcome === 'errored';
    return wanted && (!state.text || (named ? columnOf(result).includes(state.text) : includes(result.check, result.subject, result.title, result.rules.join(' '), result.reason || '')));
  });
  const groups = new Map();
  for (const result of chosen) groups.set(result.check, [...(groups.get(result.check) || []), result]);
  const count = plural(chosen.length, 'result') + ' of ' + plural(groups.size, 'check');
  byId('findings-title').textContent = cell ? cell.rule + ' on ' + cell.column : outcome && outcome !== 'failed' ? outcome[0].toUpperCase() + outcome.slice(1) : 'What went wrong';
  const places = new Map(causes.map((check, place) => [check, place]));
  const placeOf = ([{ check }]) => places.get(check) ?? places.size;
  const lines = [...groups.values()].sort((a, b) => placeOf(a) - placeOf(b)).slice(0, maxGroups).map(groupOf);
  const empty = cell || outcome || state.text ? 'Nothing here.' : 'Nothing failed.';
  const about = cell ? report.rules.filter(({ rule }) => rule === cell.rule).map(({ text }) => el('p', {}, text)) : [];
  byId('findings').replaceChildren(...about, el('p', { class: 'soft' }, chosen.length ? count : empty), ...lines,
    ...(groups.size > maxGroups ? [el('p', { class: 'soft' }, 'The search shows the others.')] : []));
}
function silence() {
  const reasons = new Map();
  for (const { outcome, reason } of report.results) {
    if (outcome === 'passed' || outcome === 'failed' || outcome === 'errored') continue;
    const key = outcome + '\n' + reason;
    reasons.set(key, { outcome, reason: reason || '', count: ((reasons.get(key) || {}).count || 0) + 1 });
  }
  const lines = [...reasons.values()].sort((a, b) => b.count - a.count);
  const table = el('table', { class: 'plain silence' }, el('thead', {}, el('tr', {}, ...['Checks', 'Outcome', 'Why'].map((text) => el('th', { scope: 'col' }, text)))),
    el('tbody', {}, ...lines.map(({ outcome, reason, count }) => el('tr', {}, el('td', { class: 'number' }, String(count)),
      el('td', {}, mark(outcome), outcome), el('td', {}, visible(reason))))));
  const missed = report.mutation_score ? report.mutation_score.surviving : [];
  byId('silence').append(lines.length ? el('div', { class: 'card' }, table) : el('p', { class: 'soft' }, 'Nothing: every check passed or failed.'),
    ...(missed.length ? [details({ class: 'group' }, [el('h3', {}, plural(missed.length, 'known mutant') + ' would have survived this run')],
      () => [el('ul', { class: 'names' }, ...missed.map((mutant) => el('li', {}, mutant)))])] : []));
}
const firstTimes = 12;
function latencies() {
  const list = report.latencies.filter(({ operation }) => operation.includes('/api/v1')).sort((a, b) => b.p95 - a.p95);
  if (list.length === 0) { byId('latencies').append(el('p', { class: 'soft' }, 'No answer was timed.')); return; }
  const most = Math.max(0.1, ...list.map(({ p95 }) => p95));
  const bar = (kind, value) => { const part = el('span', { class: kind }); part.style.width = (value / most) * 100 + '%'; return part; };
  const lines = list.map(({ operation, median, p95, count }) => el('tr', {}, el('th', { scope: 'row' }, visible(operation.replace('/api/v1', ''))),
    el('td', { class: 'number' }, String(median)), el('td', { class: 'number' }, String(p95)), el('td', { class: 'number' }, String(count)),
    el('td', { class: 'chart' }, el('div', { class: 'bars', 'aria-hidden': 'true' }, bar('p95', p95), bar('median', median)))));
  lines.slice(firstTimes).forEach((line) => { line.hidden = true; });
  const more = el('button', { type: 'button', onclick: () => { lines.forEach((line) => { line.hidden = false; }); more.remove(); } }, 'Show all ' + list.length + ' operations');
  byId('latencies').append(el('p', { class: 'soft' }, 'Milliseconds of answers with a status of 2xx, the slowest operations first: ',
    el('i', { class: 'key median' }), 'median, ', el('i', { class: 'key p95' }), '95th percentile.'),
    el('div', { class: 'card' }, el('table', { class: 'plain times' }, el('thead', {}, el('tr', {}, ...['Operation', 'Median', '95th', 'Answers', 'Chart'].map((text) => el('th', { scope: 'col' }, text)))), el('tbody', {}, ...lines))),
    ...(list.length > firstTimes ? [more] : []));
}
function show() { filters(); matrix(); findings(); }
nameTheme(); summary(); silence(); latencies(); show();
})();
`;
