import { askPage } from './ask-list.js';
import { type Check, inFamily, onServer } from './check.js';
import { expectFaults, expectProblem } from './expect.js';
import { grouped } from '../grouped.js';
import type { Subject } from './subject.js';
import type { Trial } from './trial.js';

async function refuse(trial: Trial, { subject, cursor }: Owned, other: Subject): Promise<void> {
  const exchange = await trial.get(`${other.path}?limit=1&cursor=${cursor}`);
  const why = `the cursor of ${subject.contract.name}, with ${other.contract.name}`;
  expectFaults(exchange, expectProblem(exchange, 'invalid_cursor', why), [{ parameter: 'cursor' }]);
}

/** A collection and the cursor of its first page. */
interface Owned {
  readonly subject: Subject;
  readonly cursor: string;
}

async function cursorsOf(trial: Trial, subjects: readonly Subject[]): Promise<Owned[]> {
  const pages = subjects.map(async (subject) => ({
    subject,
    cursor: (await askPage(trial, subject.path, 'limit=1')).next,
  }));
  return (await Promise.all(pages)).flatMap(({ subject, cursor }) => (cursor === null ? [] : [{ subject, cursor }]));
}

/** Checks of the cursors of one collection with another one. */
export const foreignCursorChecks: readonly Check[] = inFamily('paging', [
  onServer({
    id: 'no-two-collections-share-their-cursors',
    rules: ['PAGE-3'],
    title: 'the cursor of a collection is refused by every other one with the same default sort',
    run: async (trial) => {
      const subjects = [...trial.census.keys()].map((name) => trial.subject(name));
      let asked = 0;
      for (const group of grouped(subjects, ({ contract }) => contract.defaultSort).values()) {
        const owned = await cursorsOf(trial, group);
        // What two collections share, either of them shows.
        for (const [place, one] of owned.entries()) {
          const others = group.filter(
            (other) => other !== one.subject && !owned.slice(0, place).some(({ subject }) => subject === other),
          );
          await Promise.all(others.map((other) => refuse(trial, one, other)));
          asked += others.length;
        }
      }
      trial.need(asked > 0, 'no collection has two rows');
    },
  }),
]);
