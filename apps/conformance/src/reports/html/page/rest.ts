/** What the run could not show, how long answers took, and the start of it all. */
export const rest = String.raw`
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
`;
