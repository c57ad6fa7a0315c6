/** The matrix of rules and collections. It is made once; the filters hide what is not wanted. */
export const matrix = String.raw`
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
/* From a cell to the next one in that direction: a table of a thousand cells is one stop of the tab key. */
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
`;
