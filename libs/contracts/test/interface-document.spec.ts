import { describe, expect, it } from '@jest/globals';
import { withTables } from '../document/tables.js';
import { ProjectCreateDto, ProjectUpdateDto } from '../src/index.js';
import { anchors, interfaceText, linkedAnchors, numbersIn, rowsOf } from './interface-document.js';
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
