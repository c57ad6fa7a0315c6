/** The data, the state of the filters, and how elements are made. */
export const basics = String.raw`
const { report, verdict, columns, checks } = JSON.parse(document.getElementById('data').textContent);
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
/* What a person cannot see, or what would turn the text around, is shown as its escape. */
const hidden = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;
const visible = (text) => text.replace(hidden, (one) => '\\u' + one.charCodeAt(0).toString(16).padStart(4, '0'));
const includes = (...texts) => texts.join('\n').toLowerCase().includes(state.text);
const columnOf = (result) => result.collection || 'server';
`;
