import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { withTables } from '../document/tables.js';
import { type DtoClass, fieldTable, ProjectCreateDto, ProjectUpdateDto } from '../src/index.js';

/** The text of docs/interface.md. */
const interfaceText = readFileSync(new URL('../../../docs/interface.md', import.meta.url), 'utf8');

const cellsOf = (line: string): string[] =>
  line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());

/** The rows of the table under a heading whose first column is called `column`. */
function rowsOf(heading: string, column: string): string[][] {
  const section = interfaceText.split(/^#+ /m).find((text) => text.startsWith(`${heading}\n`)) ?? '';
  const tables = section.match(/(?:^\|.*\|\n)+/gm) ?? [];
  const table = tables.map((lines) => lines.trimEnd().split('\n').map(cellsOf)).find(([head]) => head?.[0] === column);
  return table?.slice(2) ?? [];
}

/** Where a link `#anchor` can lead to. */
function anchors(): string[] {
  return [...interfaceText.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );
}

/** The anchors to which the document links. */
function linkedAnchors(): string[] {
  return [...interfaceText.matchAll(/\]\(#([^)]*)\)/g)].map(([, anchor = '']) => anchor);
}

/** The numbers of a cell; thousands are kept apart by a space. */
function numbersIn(cell: string): number[] {
  return (cell.match(/\d+(?:[ \u00a0]\d{3})*/g) ?? []).map((number) => Number(number.replace(/\D/g, '')));
}

// Ids are permanent: a rule may be added at the end of its family, never taken away or given another number.
const rulesOfFamily = {
  SHAPE: 10,
  LIST: 5,
  PAGE: 5,
  FILT: 11,
  SORT: 2,
  GET: 3,
  AUTH: 5,
  ERR: 6,
  RATE: 4,
  HTTP: 9,
  VER: 1,
  EVENT: 1,
  STATE: 1,
  WRITE: 10,
};

const permanentIds = Object.entries(rulesOfFamily).flatMap(([family, count]) =>
  Array.from({ length: count }, (_, index) => `${family}-${index + 1}`),
);
const definedIds = [...interfaceText.matchAll(/^- \*\*([A-Z]+-\d+)\*\* \[(?:seed|ours)\] \S/gm)].map(([, id]) => id);

describe('the rules in docs/interface.md', () => {
  it('are each defined once, with a layer, in the order of their numbers', () => {
    expect(definedIds).toEqual(permanentIds);
  });

  it('link to nothing that is not there', () => {
    expect(linkedAnchors().filter((anchor) => !anchors().includes(anchor))).toEqual([]);
  });
});

describe('the tables and counts of docs/interface.md', () => {
  it('are those of the contracts: after a change, run `npx nx run contracts:interface`', () => {
    expect(interfaceText).toBe(withTables(interfaceText));
  });
});

interface Limits {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly items?: Limits;
}

const isLimits = (value: unknown): value is Limits => typeof value === 'object' && value !== null;

function numbersOf({ minLength = 0, maxLength, maxItems, items = {} }: Limits): number[] {
  const lengths = maxLength === undefined ? [] : [minLength, maxLength].filter((length) => length > 0);
  return maxItems === undefined ? lengths : [maxItems, ...numbersOf(items)];
}

/** The table of fields to write that the document should have: field, in a create, in an update, numbers of the limits. */
function expectedWrites(create: new () => object, update: DtoClass): unknown[][] {
  const prototype = Reflect.getPrototypeOf(new create()) ?? {};
  const changeable = fieldTable(update);
  return [...fieldTable(create).values()].map(({ name, kind, optional, nullable }) => {
    const limits: unknown = Reflect.getMetadata('swagger/apiModelProperties', prototype, name);
    const set = kind === 'array' ? 'replaces' : nullable ? 'null clears' : 'never null';
    return [
      `\`${name}\``,
      optional ? 'optional' : 'required',
      changeable.has(name) ? set : 'not accepted',
      isLimits(limits) ? numbersOf(limits) : [],
    ];
  });
}

describe('the table of what a project is written with (section 9)', () => {
  it('has the fields of the bodies, what may be absent or null, and every number of the limits', () => {
    const documented = rowsOf('9. Writing projects', 'Field').map(([field, create, update, limits = '']) => [
      field,
      /^\w+/.exec(create ?? '')?.[0],
      update,
      numbersIn(limits),
    ]);
    expect(documented).toEqual(expectedWrites(ProjectCreateDto, ProjectUpdateDto));
  });
});
