/** Elements nested deeper are removed, except parts of a table at this depth. */
const maxDepth = 100;

const headings: ReadonlySet<string> = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
const cells: ReadonlySet<string> = new Set(['td', 'th']);

/** Elements that close a paragraph, except the paragraph itself. */
const blocks: ReadonlySet<string> = new Set([
  ...headings,
  ...['blockquote', 'ul', 'ol', 'li', 'pre', 'hr', 'table', 'details', 'summary', 'dl', 'dt', 'dd'],
]);

/** The only places for the parts of a table. */
const allowedParents: ReadonlyMap<string, readonly string[]> = new Map([
  ['thead', ['table']],
  ['tbody', ['table']],
  ['tr', ['thead', 'tbody']],
  ['td', ['tr']],
  ['th', ['tr']],
]);
const partsWithoutText: ReadonlySet<string> = new Set([...allowedParents.values()].flat());

/** Whether one of the tags is open, for a parser that searches outwards and stops at a boundary. */
function isOpen(tags: readonly string[], boundaries: ReadonlySet<string>, open: readonly string[]): boolean {
  const nearest = open.findLast((tag) => tags.includes(tag) || boundaries.has(tag));
  return nearest !== undefined && tags.includes(nearest);
}

/** Elements at which a parser stops searching for an item to close. */
const aroundItems: ReadonlySet<string> = new Set([...blocks, ...cells]);

/**
 * Whether an HTML parser would read an allowed element in its place within the open ones. Parsed input guarantees that,
 * but a removed element may have separated two elements, one of which closes the other, as in `<p><button><p>`.
 */
export function canStand(tag: string, open: readonly string[]): boolean {
  const parent = open.at(-1) ?? '';
  const parents = allowedParents.get(tag);
  if (parents) return parents.includes(parent);
  if (open.length >= maxDepth || partsWithoutText.has(parent)) return false;
  if ((tag === 'p' || blocks.has(tag)) && isOpen(['p'], cells, open)) return false;
  if (headings.has(tag)) return !headings.has(parent);
  if (tag === 'a') return !isOpen(['a'], cells, open);
  if (tag === 'li') return !isOpen(['li'], aroundItems, open);
  if (tag === 'dt' || tag === 'dd') return !isOpen(['dt', 'dd'], aroundItems, open);
  return true;
}
