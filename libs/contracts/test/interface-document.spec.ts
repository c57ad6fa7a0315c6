import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { withPersonalFields } from '../document/personal-fields.js';
import { withTables } from '../document/tables.js';
import { fieldTable, ProjectCreateDto, ProjectUpdateDto } from '../src/index.js';

const interfaceText = readFileSync(new URL('../../../docs/interface.md', import.meta.url), 'utf8');

it('docs/interface.md matches the contracts (`npx nx run contracts:interface` updates it)', () => {
  expect(interfaceText).toBe(withTables(interfaceText));
});

it('docs/operations/personal-data.md matches the contracts (`npx nx run contracts:interface` updates it)', () => {
  const text = readFileSync(new URL('../../../docs/operations/personal-data.md', import.meta.url), 'utf8');
  expect(text).toBe(withPersonalFields(text));
});

interface Limits {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly items?: Limits;
}

const isLimits = (value: unknown): value is Limits => typeof value === 'object' && value !== null;

const numbersOf = ({ minLength = 0, maxLength = 0, maxItems = 0, items = {} }: Limits): number[] =>
  [maxItems, minLength, maxLength, ...(maxItems > 0 ? numbersOf(items) : [])].filter((limit) => limit > 0);

/** The numbers in a cell; thousands are separated by spaces. */
const numbersIn = (cell: string): number[] =>
  (cell.match(/\d+(?:[ \u00a0]\d{3})*/g) ?? []).map((number) => Number(number.replace(/\D/g, '')));

it('section 9 of docs/interface.md lists the writable, optional and nullable fields of a project with their limits', () => {
  const table = /^\| Field [^]*?\n\n/m.exec(interfaceText)?.[0] ?? '';
  const rows = table.matchAll(/^\| `(\w+)` +\| (\w+).*? \| (.+?) +\| (.*) \|$/gm);
  const documented = [...rows].map(([, field, create, update, limits = '']) => [
    ...[field, create, update],
    numbersIn(limits),
  ]);
  const prototype = Reflect.getPrototypeOf(new ProjectCreateDto()) ?? {};
  const changeable = fieldTable(ProjectUpdateDto);
  const contract = [...fieldTable(ProjectCreateDto).values()].map(({ name, kind, optional, nullable }) => {
    const limits: unknown = Reflect.getMetadata('swagger/apiModelProperties', prototype, name);
    const set = kind === 'array' ? 'replaces' : nullable ? 'null clears' : 'never null';
    const update = changeable.has(name) ? set : 'not accepted';
    return [name, optional ? 'optional' : 'required', update, isLimits(limits) ? numbersOf(limits) : []];
  });
  expect(documented).toEqual(contract);
});
