/** Markdown that grows or takes long by its structure, for any size: each family fills as many characters as it is given. */
export type HostileFamily = (size: number) => string;

/** A piece as often as it fits. */
const filled = (piece: string): HostileFamily => {
  return (size) => piece.repeat(Math.floor(size / piece.length));
};

/** Pieces one after the other, each filling its share. */
const inTurn = (...pieces: readonly string[]): HostileFamily => {
  return (size) => pieces.map((piece) => filled(piece)(size / pieces.length)).join('');
};

/** What stands before, and then a piece as often as it still fits. */
const after = (head: (size: number) => string, piece: string): HostileFamily => {
  return (size) => `${head(size)}${filled(piece)(size - head(size).length)}`;
};

/** A line for each number, as many as fit. */
const numbered = (line: (number: number) => string): HostileFamily => {
  return (size) => {
    let text = '';
    for (let number = 1; ; number += 1) {
      const next = text + line(number);
      if (next.length > size) return text;
      text = next;
    }
  };
};

const table = (columns: number, rows: number, align = '-'): string =>
  `|${'a|'.repeat(columns)}\n|${`${align}|`.repeat(columns)}\n${'|\n'.repeat(rows)}`;

/** A short row of a wide table is filled up, which makes 65,536 cells of 1.5 kB. */
export const hostileTable = table(200, 330);

const tables: Readonly<Record<string, HostileFamily>> = {
  'tables of short rows': filled(`${hostileTable}\n`),
  'tables of short rows, aligned': filled(`${table(200, 330, ':-:')}\n`),
  'tables of many short rows': filled(`${table(20, 3300)}\n`),
  'one wide table': (size) => table(Math.floor(size / 5), 6),
  'one table of cells': after(() => '|a|b|\n|-|-|\n', '|1|2|\n'),
  'one table of emphasis': after(() => '|a|b|\n|-|-|\n', '|*a*|~~b~~|\n'),
  'tables of one row': filled('a|b\n-|-\n'),
  'lines that might begin a table': filled('a\n-|\n'),
};

const references: Readonly<Record<string, HostileFamily>> = {
  'a long address, used often': after((size) => `[a]: https://b.example/${'c'.repeat(size / 2)}\n\n`, '[a]'),
  'a long title, used often': after((size) => `[a]: b "${'&'.repeat(size / 100)}"\n\n`, '[a]'),
  'a long address of no use, used often': after((size) => `[a]: b:${'c'.repeat(size / 2)}\n\n`, '[a]'),
  'a long image, used often': after((size) => `[a]: https://b.example/${'c'.repeat(size / 2)}\n\n`, '![a]'),
  'many definitions': numbered((number) => `[${number}]: b\n`),
  'many uses of nothing': numbered((number) => `[${number}]`),
  'nested labels of images': inTurn('[a]: b\n\n![', ']'),
  'nested labels of links': (size) => `[a]: b\n\n${inTurn('[', ']')(size - 10)}`,
  'nested images': inTurn('![', '](a)'),
  'open images': filled('!['),
  'open brackets': filled('['),
  'open addresses': filled('[a](<'),
  'open titles': filled('[a](b "'),
  'brackets in addresses': filled(`[a](${'('.repeat(31)}`),
  'an address of letters to encode': (size) => `[a](https://${'é.'.repeat(size / 2 - 20)})`,
  autolinks: filled('<https://a.b>'),
  'addresses of mail': filled('<a@b>'),
};

const inline: Readonly<Record<string, HostileFamily>> = {
  'emphasis in emphasis': filled('*_'),
  'emphasis that never ends': filled('*a_'),
  'emphasis of every length': filled('*a**a***a'),
  'stars around a letter': (size) => `${'*'.repeat(size / 2)}a${'*'.repeat(size / 2 - 1)}`,
  'strikethrough in strikethrough': inTurn('~~', 'a', '~~'),
  'odd strikethrough': filled('~~~a '),
  'code spans of growing length': numbered((number) => `${'`'.repeat(number)} `),
  'code spans that never end': filled('``a`'),
  entities: filled('&amp;'),
  'long entities': filled('&NotEqualTilde;'),
  ampersands: filled('&'),
  'angle brackets': filled('<'),
  quotes: filled('"'),
  backslashes: filled('\\*'),
  'hard breaks': filled('a  \n'),
  'a line of spaces': (size) => `a${' '.repeat(size - 2)}b`,
  emoji: filled('😀'),
};

const blocks: Readonly<Record<string, HostileFamily>> = {
  'nested quotes': filled('> '),
  'quotes in quotes, line by line': filled(`${'> '.repeat(20)}a\n`),
  'one quote of many lines': after(() => '> '.repeat(20), 'a\n'),
  'nested lists': numbered((number) => `${'  '.repeat(number % 20)}- a\n`),
  'empty items': filled('-\n'),
  'lists of lists': filled('- - '),
  'ordered lists': filled('1. '),
  'rulers and lists': filled('a\n***\n'),
  'open fences': filled('```\n'),
  'closed fences': filled('~~~\n'),
  'a title of many lines': (size) => `${'a\n'.repeat(size / 2 - 1)}=`,
  headings: filled('# a\n'),
  tabs: filled('\ta\n'),
};

const openFormatting = ['b', 'i', 'u', 's', 'em', 'strong', 'big', 'small', 'tt', 'strike', 'font', 'code', 'nobr']
  .map((tag) => `<${tag}>`.repeat(3))
  .join('');

/** Elements that are left open, and as many paragraphs. */
const repeatedBy = (element: (number: number) => string): HostileFamily => {
  return (size) => `x<p>${numbered(element)(size / 2 - 10)}</p>${filled('<p>a')(size / 2)}`;
};

const html: Readonly<Record<string, HostileFamily>> = {
  'open elements': filled('<details>'),
  'open elements, closed by others': inTurn('<b>', '</i>'),
  'open elements, closed in turn': inTurn('<b>', '</b>'),
  'paragraphs in dropped elements': inTurn('<b>', '<p>'),
  'elements that are dropped with their text': inTurn('<svg>', '</svg>'),
  'foreign elements': filled('<math><mi>'),
  'list items': filled('<li>'),
  'ends of paragraphs': filled('</p>'),
  links: filled('<a>'),
  // What a parser of HTML repeats, moves and puts before a table.
  'elements of formatting, none like another': numbered((number) => `<b a${number}>`),
  'formatting that every paragraph repeats': after(() => `x<p>${openFormatting}</p>`, '<p>a'),
  'much formatting that every paragraph repeats': repeatedBy((number) => `<b a${number}>`),
  'languages that every paragraph repeats': repeatedBy((number) => `<code class=language-${number}>`),
  'a long link that every paragraph repeats': after((size) => `x<p><a href="b${'c'.repeat(size / 2)}"></p>`, '<p>a'),
  'a long link of no use that every paragraph repeats': after(
    (size) => `x<p><a href="b:${'c'.repeat(size / 2)}"></p>`,
    '<p>a',
  ),
  'formatting that is repeated before a table': after(() => `x<p>${openFormatting}</p><table>`, 'a<tr>'),
  'formatting around blocks, closed within': inTurn('x<b><p>', '</b>'),
  'formatting around blocks, closed in another order': inTurn('x<b><i><u><s><p>', '</b></i></u></s>'),
  'formatting around blocks, none like another': (size) =>
    `${numbered((number) => `<b a${number}><div>`)(size / 2)}${filled('</b>')(size / 2)}`,
  'what has no place in a table': after(() => 'x<table>', '<b>a</b>'),
  'tables in tables': filled('<table>'),
  'tables in cells': filled('<table><td>'),
  'links in tables': filled('<table><a>b'),
  'attributes of the page': numbered((number) => `<html a${number}>`),
  'open tags': filled('<a b'),
  'open attributes': filled('<a b="'),
  'one tag of many attributes': (size) => `x<a${' b'.repeat(size / 2 - 3)}>`,
  'other attributes': (size) => `x<a ${numbered((number) => `a${number}="" `)(size - 5)}>`,
  'numbers as attributes': (size) => `x<a ${numbered((number) => `${number}="" `)(size - 5)}>`,
  'one class of many': (size) => `<code class="${'language-a '.repeat((size - 20) / 11)}">`,
  'open comments': filled('<!--'),
  comments: filled('<!-- a -->'),
  'open sections': filled('<![CDATA['),
  'open instructions': filled('<?'),
  'blocks of HTML': filled('<div>\n\n'),
};

/** By name. */
export const hostileFamilies: Readonly<Record<string, HostileFamily>> = {
  ...tables,
  ...references,
  ...inline,
  ...blocks,
  ...html,
};
