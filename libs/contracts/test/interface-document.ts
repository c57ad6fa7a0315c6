import { readFileSync } from 'node:fs';

/** The text of docs/interface.md. */
export const interfaceText = readFileSync(new URL('../../../docs/interface.md', import.meta.url), 'utf8');

const cellsOf = (line: string): string[] =>
  line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());

/** The rows of the table under a heading whose first column is called `column`. */
export function rowsOf(heading: string, column: string): string[][] {
  const section = interfaceText.split(/^#+ /m).find((text) => text.startsWith(`${heading}\n`)) ?? '';
  const tables = section.match(/(?:^\|.*\|\n)+/gm) ?? [];
  const table = tables.map((lines) => lines.trimEnd().split('\n').map(cellsOf)).find(([head]) => head?.[0] === column);
  return table?.slice(2) ?? [];
}

/** Where a link `#anchor` can lead to. */
export function anchors(): string[] {
  return [...interfaceText.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
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
