export const summary = String.raw`
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
    report.executed + ' of ' + plural(report.results.length, 'check') + ' executed, of ' + plural(report.rules.length, 'rule')];
  if (report.mutation_score) facts.push('on this data it would kill ' + report.mutation_score.killable + ' of ' + report.mutation_score.mutants + ' known mutants of a server');
  if (known > 0) facts.push(plural(known, 'failure') + ' known to the baseline');
  if (report.changed.length > 0) facts.push('the data changed meanwhile: ' + report.changed.join(', '));
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
`;
