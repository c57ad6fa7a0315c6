/** What went wrong, by check; what a check found on a subject is made when a person opens it. */
export const findings = String.raw`
const mostGroups = 200;
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
const shellWord = (text) => /^[\w./-]+$/.test(text) ? text : "'" + text.replaceAll("'", "'\\''") + "'";
function bodyOf({ finding, reason, outcome, id }) {
  if (!finding) return outcome === 'passed' ? [el('p', { class: 'soft' }, 'It holds.')] : block('Why', reason || '');
  const replay = 'npm run conformance -- replay REPORT.json --finding ' + shellWord(id) + ' --token "$TOKEN"';
  return [el('dl', {}, el('dt', {}, 'expected'), el('dd', {}, visible(finding.expected)), el('dt', {}, 'observed'), el('dd', {}, visible(finding.observed))),
    ...(finding.curl.length ? block('Requests', finding.curl.join('\n'), finding.curl.join('\n')) : []),
    ...(finding.answer ? block('Answer', answerOf(finding.answer)) : []),
    ...(finding.rows.length ? block('Rows', JSON.stringify(finding.rows, null, 2)) : []),
    ...block('Once more', replay, replay)];
}
/* The body is made when it is opened: thousands of answers would make the page slow. */
function details(attributes, head, body) {
  const element = el('details', { ...attributes, ontoggle: () => { if (element.open && element.children.length === 1) element.append(...body()); } }, el('summary', {}, ...head));
  return element;
}
const subjectOf = (result) => details({ class: 'subject' }, [mark(result.outcome), result.subject, ...(result.known ? [el('span', { class: 'tag' }, 'known')] : []),
  el('span', { class: 'soft brief' }, visible((result.reason || result.outcome).split('\n')[0]))], () => bodyOf(result));
function groupOf(results) {
  const [first] = results;
  const kinds = outcomes.filter((outcome) => results.some((result) => result.outcome === outcome));
  const head = [el('span', { class: 'marks' }, ...kinds.map(mark)), el('h3', {}, first.check), el('span', { class: 'tags' }, ...first.rules.map((rule) => el('span', { class: 'tag' }, rule))),
    el('span', { class: 'soft brief' }, first.title + ' — ' + (results.length === 1 ? 'on ' + first.subject : plural(results.length, 'subject'))),
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
  const lines = [...groups.values()].slice(0, mostGroups).map(groupOf);
  const empty = cell || outcome || state.text ? 'Nothing here.' : 'Nothing failed.';
  const about = cell ? report.rules.filter(({ rule }) => rule === cell.rule).map(({ text }) => el('p', {}, text)) : [];
  byId('findings').replaceChildren(...about, el('p', { class: 'soft' }, chosen.length ? count : empty), ...lines,
    ...(groups.size > mostGroups ? [el('p', { class: 'soft' }, 'The search shows the others.')] : []));
}
`;
