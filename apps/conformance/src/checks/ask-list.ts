import { type Row, idsOf } from '../census/row.js';
import { answerOf } from '../oracle/answer.js';
import type { Question } from '../oracle/condition.js';
import { questionQuery } from '../oracle/wire-query.js';
import { differences, sameJson, textOf } from '../json.js';
import { type Page, expectPage } from './expect.js';
import { expectSoundPage } from './links.js';
import type { Subject } from './subject.js';
import type { Trial } from './trial.js';
import { Violation } from './violation.js';

/** Above this, a list is asked for its first page and for some chosen rows, not for all of it. */
const smallList = 40;
const shortPage = 15;
const chosenRows = 20;

export async function askPage(trial: Trial, path: string, query: string): Promise<Page> {
  const page = expectPage(await trial.get(query === '' ? path : `${path}?${query}`), 'a good query');
  expectSoundPage(page, path, query);
  return page;
}

/** The page shows exactly these rows, in this order, each as the census knows it. */
export function expectShown(page: Page, expected: readonly Row[], relation: string): void {
  const [shown, wanted] = [idsOf(page.rows), idsOf(expected)];
  const fail = (observed: string, rows: readonly Row[]): never => {
    throw new Violation({ expected: relation, observed, exchanges: [page.exchange], rows: rows.slice(0, 3) });
  };
  const missing = expected.filter(({ id }) => !shown.includes(textOf(id)));
  const surplus = page.rows.filter(({ id }) => !wanted.includes(textOf(id)));
  if (surplus.length > 0) fail(`${surplus.length} of ${shown.length} rows do not belong there`, surplus);
  if (missing.length > 0) fail(`${missing.length} of ${wanted.length} rows are missing`, missing);
  if (shown.length !== wanted.length)
    fail(`${shown.length} rows, some of them repeated, for ${wanted.length}`, page.rows);
  const place = shown.findIndex((id, index) => id !== wanted[index]);
  if (place >= 0) fail(`another order from row ${place + 1} on`, page.rows.slice(place));
  const index = page.rows.findIndex((row, at) => !sameJson(row, expected[at]));
  const [row, other] = [page.rows[index], expected[index]];
  if (row && other)
    fail(`the row ${textOf(row['id'])} differs from before at ${differences(row, other).join(', ')}`, [row, other]);
}

/** The universe that a list of many rows is asked within: rows that are worth looking at, at most a page of them. */
export type Chosen = readonly Row[];

/**
 * Sound and complete, against the census: the list shows exactly the rows that the question keeps, in order. Of a long
 * list that are its first page and, among the chosen rows, all of them.
 */
export async function expectAnswer(
  trial: Trial,
  subject: Subject,
  question: Question,
  relation: string,
  chosen: Chosen = [],
): Promise<void> {
  // A question with its own set of ids cannot be asked within another one, and needs no more than that set.
  const ownIds = question.conditions.some(({ field, operator }) => field === 'id' && operator === 'in');
  if ((subject.rows.length <= smallList && subject.complete) || ownIds) {
    await expectFirstPage(trial, subject, question, relation, smallList);
    return;
  }
  // Half of the questions are also asked of the whole list: both halves together cost what one would.
  if (subject.complete && (chosen.length === 0 || trial.random.integer(2) === 0)) {
    await expectFirstPage(trial, subject, question, relation, shortPage);
  }
  const rows = chosen.length > 0 ? chosen.slice(0, chosenRows) : trial.random.sample(subject.rows, chosenRows);
  if (rows.length === 0) return;
  const within = { field: 'id', operator: 'in', values: idsOf(rows) } as const;
  const known = { contract: subject.contract, rows };
  const page = await askPage(
    trial,
    subject.path,
    questionQuery({ ...question, conditions: [...question.conditions, within] }, `limit=${chosenRows}`),
  );
  expectShown(page, answerOf(known, question), relation);
}

/** The first page of the answer, and whether more follows. */
export async function expectFirstPage(
  trial: Trial,
  subject: Subject,
  question: Question,
  relation: string,
  limit: number,
): Promise<void> {
  const page = await askPage(trial, subject.path, questionQuery(question, `limit=${limit}`));
  const answer = answerOf(subject, question);
  expectShown(page, answer.slice(0, limit), relation);
  if ((page.next !== null) !== answer.length > limit) {
    throw new Violation({
      expected: answer.length > limit ? `a next page, since ${answer.length} rows match` : 'no next page (LIST-3)',
      observed: `meta.next is ${page.next === null ? 'null' : 'set'}`,
      exchanges: [page.exchange],
    });
  }
}
