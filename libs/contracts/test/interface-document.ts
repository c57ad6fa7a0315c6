import { readFileSync } from 'node:fs';

/** The text of docs/interface.md. */
export const interfaceText = readFileSync(new URL('../../../docs/interface.md', import.meta.url), 'utf8');

/** What stands between one heading of the document and the next. */
interface Section {
  readonly heading: string;
  /** The `###` heading above a `####` heading. */
  readonly parent: string | undefined;
  readonly body: string;
}

/** The sections of the document, in its order. */
export const sections: readonly Section[] = readSections(interfaceText);

function readSections(text: string): Section[] {
  const found: Section[] = [];
  let parent: string | undefined;
  for (const part of text.split(/^(?=#+ )/m)) {
    const [, marks = '', heading = ''] = /^(#+) (.+)\n/.exec(part) ?? [];
    if (marks.length < 4) parent = heading;
    found.push({ heading, parent: marks.length === 4 ? parent : undefined, body: part });
  }
  return found;
}

/** The section with a heading, which must be there exactly once. */
export function sectionOf(heading: string): Section {
  const [section, ...others] = sections.filter((candidate) => candidate.heading === heading);
  if (section === undefined || others.length > 0) {
    throw new Error(`docs/interface.md needs the heading "${heading}" exactly once.`);
  }
  return section;
}

function cellsOf(line: string): string[] {
  return line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());
}

/** The rows of the table whose first column is called `column`; none when the section has no such table. */
export function rowsOf(section: Section, column: string): string[][] {
  const tables = section.body.match(/(?:^\|.*\|\n)+/gm) ?? [];
  const table = tables.map((lines) => lines.trimEnd().split('\n').map(cellsOf)).find(([head]) => head?.[0] === column);
  const [head = [], , ...rows] = table ?? [];
  const uneven = rows.find((row) => row.length !== head.length);
  if (uneven !== undefined) throw new Error(`Under "${section.heading}", the row of ${uneven[0]} lacks a cell.`);
  return rows;
}

/** The texts that stand between backticks. */
function codeSpans(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span);
}

/** The fields that a section gives a layer, both layers together; none when it gives no layers. */
export function layeredFieldsOf(section: Section): string[] {
  return [...section.body.matchAll(/^- \[(?:seed|ours)\] (.+)$/gm)].flatMap(([, fields = '']) => codeSpans(fields));
}

/** Where a link `#anchor` can lead to. */
export function anchors(): string[] {
  return sections.map(({ heading }) =>
    heading
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );
}

/** The anchors to which the document links. */
export function linkedAnchors(): string[] {
  return [...interfaceText.matchAll(/\]\(#([^)]*)\)/g)].map(([, anchor = '']) => anchor);
}

/** The numbers of a cell; thousands are kept apart by a space. */
export function numbersIn(cell: string): number[] {
  return (cell.match(/\d+(?:[ \u00a0]\d{3})*/g) ?? []).map((number) => Number(number.replace(/\D/g, '')));
}
