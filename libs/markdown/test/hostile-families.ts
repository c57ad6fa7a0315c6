/** Generates Markdown of the given length whose structure makes it grow, or slow to render. */
type HostileFamily = (size: number) => string;

/** A piece, repeated as often as it fits. */
const filled =
  (piece: string): HostileFamily =>
  (size) =>
    piece.repeat(Math.floor(size / piece.length));

/** Several families in sequence, each filling an equal share. */
const inTurn =
  (...pieces: readonly string[]): HostileFamily =>
  (size) =>
    pieces.map((piece) => filled(piece)(size / pieces.length)).join('');

/** A prefix, then a piece as often as it still fits. */
const after =
  (head: (size: number) => string, piece: string): HostileFamily =>
  (size) =>
    head(size) + filled(piece)(size - head(size).length);

/** Numbered pieces, as many as fit. */
const numbered =
  (piece: (number: number) => string): HostileFamily =>
  (size) => {
    let text = '';
    for (let number = 1; ; number += 1) {
      const next = text + piece(number);
      if (next.length > size) return text;
      text = next;
    }
  };

const table = (columns: number, rows: number, align = '-'): string =>
  `|${'a|'.repeat(columns)}\n|${`${align}|`.repeat(columns)}\n${'|\n'.repeat(rows)}`;

/** The short row of a wide table is padded: 65,536 cells from 1.5 kB. */
export const hostileTable = table(200, 330);

const openFormatting = 'b i u s em strong big small tt strike font code nobr'.replaceAll(/(\w+) ?/g, '<$1><$1><$1>');

/** Unclosed elements, and the same number of paragraphs. */
const repeatedBy =
  (element: (number: number) => string): HostileFamily =>
  (size) =>
    `x<p>${numbered(element)(size / 2 - 10)}</p>${filled('<p>a')(size / 2)}`;

/** A text of half the length, such as a URL, then references to it as often as they fit. */
const used = (before: string, behind: string, piece: string): HostileFamily =>
  after((size) => before + 'c'.repeat(size / 2) + behind, piece);

const named: Readonly<Record<string, HostileFamily>> = {
  'tables of short rows': filled(`${hostileTable}\n`),
  'tables of short rows, aligned': filled(`${table(200, 330, ':-:')}\n`),
  'tables of many short rows': filled(`${table(20, 3300)}\n`),
  'one wide table': (size) => table(Math.floor(size / 5), 6),
  'a long address, used often': used('[a]: https://b.example/', '\n\n', '[a]'),
  'a long title, used often': after((size) => `[a]: b "${'&'.repeat(size / 100)}"\n\n`, '[a]'),
  'a long disallowed address, used often': used('[a]: b:', '\n\n', '[a]'),
  'a long image, used often': used('[a]: https://b.example/', '\n\n', '![a]'),
  'nested labels of links': (size) => `[a]: b\n\n${inTurn('[', ']')(size - 10)}`,
  'brackets in addresses': filled(`[a](${'('.repeat(31)}`),
  'an address of letters to encode': (size) => `[a](https://${'é.'.repeat(size / 2 - 20)})`,
  'stars around a letter': (size) => `${'*'.repeat(size / 2)}a${'*'.repeat(size / 2 - 1)}`,
  'code spans of growing length': numbered((number) => `${'`'.repeat(number)} `),
  'a line of spaces': (size) => `a${' '.repeat(size - 2)}b`,
  'quotes in quotes, line by line': filled(`${'> '.repeat(20)}a\n`),
  'one quote of many lines': after(() => '> '.repeat(20), 'a\n'),
  'nested lists': numbered((number) => `${'  '.repeat(number % 20)}- a\n`),
  'a title of many lines': (size) => `${'a\n'.repeat(size / 2 - 1)}=`,
  // Content that an HTML parser repeats, moves or places before a table.
  'formatting that every paragraph repeats': after(() => `x<p>${openFormatting}</p>`, '<p>a'),
  'much formatting that every paragraph repeats': repeatedBy((number) => `<b a${number}>`),
  'languages that every paragraph repeats': repeatedBy((number) => `<code class=language-${number}>`),
  'a long link that every paragraph repeats': used('x<p><a href="b', '"></p>', '<p>a'),
  'a long disallowed link that every paragraph repeats': used('x<p><a href="b:', '"></p>', '<p>a'),
  'formatting that is repeated before a table': after(() => `x<p>${openFormatting}</p><table>`, 'a<tr>'),
  'different formatting around each block': (size) =>
    numbered((number) => `<b a${number}><div>`)(size / 2) + filled('</b>')(size / 2),
  'one tag of many attributes': (size) => `x<a${' b'.repeat(size / 2 - 3)}>`,
  'other attributes': (size) => `x<a ${numbered((number) => `a${number}="" `)(size - 5)}>`,
  'numbers as attributes': (size) => `x<a ${numbered((number) => `${number}="" `)(size - 5)}>`,
  'one class of many': (size) => `<code class="${'language-a '.repeat((size - 20) / 11)}">`,
};

const repeated = [
  ...['a|b\n-|-\n', 'a\n-|\n', '![', '[', '[a](<', '[a](b "', '<https://a.b>', '<a@b>', '*_', '*a_', '*a**a***a'],
  ...['~~~a ', '``a`', '&amp;', '&NotEqualTilde;', '&', '<', '"', '\\*', 'a  \n', '😀', '> ', '-\n', '- - ', '1. '],
  ...['a\n***\n', '```\n', '~~~\n', '# a\n', '\ta\n', '<details>', '<math><mi>', '<li>', '</p>', '<a>', '<table>'],
  ...['<table><td>', '<table><a>b', '<a b', '<a b="', '<!--', '<!-- a -->', '<![CDATA[', '<?', '<div>\n\n'],
];
const takenInTurn = [
  ['[a]: b\n\n![', ']'],
  ['![', '](a)'],
  ['~~', 'a', '~~'],
  ['<b>', '</i>'],
  ['<b>', '</b>'],
  ['<b>', '<p>'],
  ['<svg>', '</svg>'],
  ['x<b><p>', '</b>'],
  ['x<b><i><u><s><p>', '</b></i></u></s>'],
];
const repeatedAfter = [
  ['|a|b|\n|-|-|\n', '|1|2|\n'],
  ['|a|b|\n|-|-|\n', '|*a*|~~b~~|\n'],
  ['x<table>', '<b>a</b>'],
] as const;
const repeatedWithNumbers = ['[#]: b\n', '[#]', '<b a#>', '<html a#>'];

export const hostileFamilies: readonly (readonly [name: string, family: HostileFamily])[] = [
  ...Object.entries(named),
  ...repeated.map((piece) => [JSON.stringify(piece), filled(piece)] as const),
  ...takenInTurn.map((parts) => [JSON.stringify(parts), inTurn(...parts)] as const),
  ...repeatedAfter.map(([head, piece]) => [JSON.stringify([head, piece]), after(() => head, piece)] as const),
  ...repeatedWithNumbers.map((piece) => {
    return [JSON.stringify(piece), numbered((number) => piece.replace('#', String(number)))] as const;
  }),
];
