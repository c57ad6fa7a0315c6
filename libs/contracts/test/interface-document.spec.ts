import { describe, expect, it } from '@jest/globals';
import {
  collections,
  commonSorts,
  fieldTable,
  filterTable,
  problemCodes,
  ProjectCreateDto,
  ProjectUpdateDto,
} from '../src/index.js';
import type { DtoClass } from '../src/index.js';
import {
  anchors,
  blocksOf,
  enumerationsOf,
  interfaceText,
  keysOf,
  layeredFieldsOf,
  linkedAnchors,
  numbersIn,
  rowsOf,
  sectionOf,
  sections,
  sortsOf,
} from './interface-document.js';
import {
  byFirst,
  expectedEnumerations,
  expectedFilters,
  expectedWrites,
  expectedKeys,
  partsOf,
  schemaNameOf,
} from './interface-notation.js';
import { ruleCitations } from './rule-citations.js';

// Ids are permanent: a rule may be added at the end of its family, never taken away or given another number.
const rulesOfFamily = {
  SHAPE: 10,
  LIST: 5,
  PAGE: 4,
  FILT: 11,
  SORT: 2,
  GET: 3,
  AUTH: 5,
  ERR: 5,
  RATE: 3,
  HTTP: 7,
  VER: 1,
  EVENT: 1,
  STATE: 1,
  WRITE: 9,
};

const permanentIds = Object.entries(rulesOfFamily).flatMap(([family, count]) =>
  Array.from({ length: count }, (_, index) => `${family}-${index + 1}`),
);
const definedIds = [...interfaceText.matchAll(/^- \*\*([A-Z]+-\d+)\*\* \[(?:seed|ours)\] \S/gm)].map(([, id]) => id);

const resources: [string, DtoClass][] = collections.map(({ name, resource }) => [name, resource]);
const parts = new Map(resources.flatMap(([, resource]) => [...partsOf(resource)]));

describe('the rules in docs/interface.md', () => {
  it('are each defined once, with a layer, in the order of their numbers', () => {
    expect(definedIds).toEqual(permanentIds);
  });

  it('include every rule that the workspace cites', () => {
    const citations = ruleCitations();
    expect(citations.filter(({ rule }) => !definedIds.includes(rule))).toEqual([]);
    expect(citations.map(({ file }) => file)).toContain('libs/contracts/src/filters.ts');
  });

  it('give every problem code its status (ERR-3)', () => {
    const codes = Object.entries(problemCodes).map(([code, { status }]) => [`\`${code}\``, String(status)]);
    expect(rowsOf(sectionOf('5. Errors'), 'Code').map((row) => row.slice(0, 2))).toEqual(codes);
  });

  it('link to nothing that is not there', () => {
    expect(linkedAnchors().filter((anchor) => !anchors().includes(anchor))).toEqual([]);
  });
});

describe('the table of collections', () => {
  it('names the collections, what can be read of each, and the schema (GET-1)', () => {
    const [overview] = sections;
    const rows = overview === undefined ? [] : rowsOf(overview, 'Collection');
    const expected = collections.map(({ name, get, resource }) => [
      `[${name}](#${name})`,
      'yes',
      get ? 'yes' : 'no',
      schemaNameOf(resource),
    ]);
    expect(rows.map(([link, list, get, , schema = '']) => [link, list, get, /\w+/.exec(schema)?.[0]])).toEqual(
      expected,
    );
  });
});

describe.each(resources)('the keys of %s', (name, resource) => {
  it('are those of the contract, in its order and with its types and nulls', () => {
    expect(keysOf(sectionOf(name))).toEqual(expectedKeys(resource));
  });

  it('have the enumerations of the contract', () => {
    expect(enumerationsOf(sectionOf(name))).toEqual(expectedEnumerations(resource));
  });

  it('are listed beside each block as the block has them', () => {
    for (const { block, listed } of blocksOf(sectionOf(name))) {
      expect(listed.map((key) => `\`${key}\``)).toEqual(keysOf(block).map(([key]) => key));
    }
  });
});

describe('the parts', () => {
  it('are all documented, and nothing else is', () => {
    const documented = sections.filter(({ parent }) => parent !== undefined && parent !== 'Blocks');
    expect(documented.map(({ heading }) => heading).sort()).toEqual([...parts.keys()].sort());
  });

  it.each([...parts])('have the keys and enumerations of the contract: %s', (name, part) => {
    expect(keysOf(sectionOf(name))).toEqual(expectedKeys(part));
    expect(enumerationsOf(sectionOf(name))).toEqual(expectedEnumerations(part));
  });
});

describe.each(collections.map((contract) => [contract.name, contract] as const))('the list of %s', (name, contract) => {
  const section = sectionOf(name);
  const ownFilters = rowsOf(section, 'Filter');

  it('has the filters of the contract, with their operators and values (FILT-1, FILT-4, FILT-10)', () => {
    const documented = [...rowsOf(sectionOf('Every collection'), 'Filter'), ...ownFilters];
    expect(documented.sort(byFirst)).toEqual(expectedFilters(contract.filters, contract.resource));
  });

  it('filters by the enumerations of its keys (FILT-6)', () => {
    const filters = [...filterTable(contract.filters).values()].filter(({ kind }) => kind === 'enum');
    const documented = enumerationsOf(section);
    expect(filters.map(({ field, values }) => [field, values])).toEqual(
      filters.map(({ field }) => [field, documented.get(field)]),
    );
  });

  it('filters by soft_deleted exactly when it has soft_deleted_at (FILT-10)', () => {
    const softDeletable = fieldTable(contract.resource).has('soft_deleted_at');
    expect(ownFilters.some(([field]) => field === '`soft_deleted`')).toBe(softDeletable);
  });

  it('has the sorts of the contract (SORT-2)', () => {
    expect(sortsOf(sectionOf('Every collection')).sorts).toEqual(commonSorts);
    const { sorts, defaultSort } = sortsOf(section);
    expect([...commonSorts, ...sorts]).toEqual(contract.sorts);
    expect(defaultSort).toBe(contract.defaultSort);
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
