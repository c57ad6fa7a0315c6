/** Maximum width of a line before it is broken. */
const width = 100;

const clause = /^(?:FROM|WHERE|AND|GROUP BY|ORDER BY|LIMIT|OFFSET|WINDOW|(?:LEFT |CROSS )?JOIN)\b/;

/** Formats an SQL statement: a line per clause, per selected column, and per bracket level that is too long. */
export function formatSql(sql: string, indent = ''): string {
  if (indent.length + sql.length <= width) return indent + sql;
  const clauses = split(sql, (rest, before) => clause.test(rest) && !/(?:LEFT|CROSS)$/.test(before));
  if (clauses.length > 1)
    return clauses.map((part) => formatSql(part, part.startsWith('AND ') ? `${indent}  ` : indent)).join('\n');
  const [, select, columns] = /^(SELECT )(.*)$/s.exec(sql) ?? [];
  const items = split(columns ?? sql, (_, before) => before.endsWith(','));
  if (items.length > 1 && select !== undefined)
    return [indent + select.trim(), ...items.map((item) => formatSql(item, `${indent}  `))].join('\n');
  if (items.length > 1) return fillLines(items, indent);
  const [start, end] = longestBracket(sql);
  if (end === 0) return indent + sql;
  const inner = formatSql(sql.slice(start + 1, end), `${indent}  `);
  return `${indent}${sql.slice(0, start + 1)}\n${inner}\n${indent}${sql.slice(end)}`;
}

/** Fills lines with as many items as fit. */
function fillLines(items: readonly string[], indent: string): string {
  const lines: string[] = [];
  for (const item of items) {
    const last = lines.at(-1);
    const longer = `${last} ${item}`;
    if (last !== undefined && longer.length <= width) lines[lines.length - 1] = longer;
    else lines.push(formatSql(item, indent));
  }
  return lines.join('\n');
}

/** Splits after spaces outside quotes and brackets where the predicate holds. */
function split(sql: string, isStart: (rest: string, before: string) => boolean): string[] {
  const parts: string[] = [];
  let start = 0;
  for (const [index, character, depth] of characters(sql)) {
    if (depth > 0 || character !== ' ' || !isStart(sql.slice(index + 1), sql.slice(start, index))) continue;
    parts.push(sql.slice(start, index).trimEnd());
    start = index + 1;
  }
  return [...parts, sql.slice(start)];
}

function longestBracket(sql: string): [start: number, end: number] {
  let longest: [number, number] = [0, 0];
  let start = 0;
  for (const [index, character, depth] of characters(sql)) {
    if (character === '(' && depth === 1) start = index;
    if (character === ')' && depth === 0 && index - start > longest[1] - longest[0]) longest = [start, index];
  }
  return longest;
}

/** Characters outside quotes, with the number of open brackets after each. */
function* characters(sql: string): Generator<[index: number, character: string, depth: number]> {
  let [depth, isQuoted] = [0, false];
  for (const [index, character] of [...sql].entries()) {
    if (character === "'") isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    yield [index, character, depth];
  }
}
