import { describe, expect, it } from '@jest/globals';
import { partsOf } from '../document/notation.js';
import { withTables } from '../document/tables.js';
import { collections, ProjectCreateDto, ProjectUpdateDto } from '../src/index.js';
import {
  anchors,
  interfaceText,
  layeredFieldsOf,
  linkedAnchors,
  numbersIn,
  rowsOf,
  sectionOf,
  sections,
} from './interface-document.js';
import { expectedWrites } from './project-bodies.js';

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

const parts = new Map(collections.flatMap(({ resource }) => [...partsOf(resource)]));

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

  it('keep what people wrote of a key, and gain an empty cell for a new one', () => {
    const without = interfaceText.replace(/^\| `email` .*unique among live users.*\n/m, '');
    const written = withTables(without);
    expect(written).toMatch(/^\| `email` +\| string +\| no +\| +\|$/m);
    expect(written).toContain('| the spaces that the user manages ');
  });

  it.each([
    [
      '<!-- keys of User -->',
      '<!-- keys of Users -->',
      'docs/interface.md has the mark "keys of Users", which no contract fills.',
    ],
    ['<!-- sorts of users -->', '', 'docs/interface.md lacks the lines "<!-- sorts of users -->" and "<!-- end -->".'],
  ])('need their marks: %s', (mark, instead, message) => {
    expect(() => withTables(interfaceText.replace(mark, instead))).toThrow(message);
  });

  it('have the counts that the contracts have', () => {
    const wrong = interfaceText
      .replace('36 operations', '35 operations')
      .replace(/\d+ collections with a get/, '2 collections with a get');
    expect(withTables(wrong)).toBe(interfaceText);
  });
});

describe('the parts', () => {
  it('are all documented, and nothing else is', () => {
    const documented = sections.filter(({ parent }) => parent !== undefined && parent !== 'Blocks');
    expect(documented.map(({ heading }) => heading).sort()).toEqual([...parts.keys()].sort());
  });
});

describe.each(['places', 'bookings'])('the filters of %s', (name) => {
  it('each belong to one layer', () => {
    const filters = rowsOf(sectionOf(name), 'Filter').map(([field]) => field);
    const layered = layeredFieldsOf(sectionOf(name)).map((field) => `\`${field}\``);
    expect(layered.sort()).toEqual(filters.sort());
  });
});

describe('the table of what a project is written with (section 9)', () => {
  it('has the fields of the bodies, what may be absent or null, and every number of the limits', () => {
    const documented = rowsOf(sectionOf('9. Writing projects'), 'Field').map(([field, create, update, limits = '']) => [
      field,
      /^\w+/.exec(create ?? '')?.[0],
      update,
      numbersIn(limits),
    ]);
    expect(documented).toEqual(expectedWrites(ProjectCreateDto, ProjectUpdateDto));
  });
});
