import { type CollectionName, type DtoClass, fieldTable, type MayBeAbsent } from '@resource-catalogue/contracts';
import { hasActiveContent } from '@resource-catalogue/markdown';
import { isObject } from '@resource-catalogue/program';
import type { Definition } from '@resource-catalogue/read';
import type { SourceRow } from '../source-row.js';
import type { CellProblem, Detail } from '../import-errors.js';
import { makeFileRules, textsIn } from './file-rules.js';
import { makeCheck } from './value-checks.js';

type Report = (pointer: string, detail: Detail, column?: string) => void;

/** Compiles the check of single rows of a collection, which reports every error of a row. */
export function makeRowCheck(
  { name, dto }: Definition,
  mayBeAbsent: MayBeAbsent,
  fromFiles: boolean,
): (row: SourceRow, report: Report) => void {
  const check = makeCheck(dto, mayBeAbsent);
  const interfaceRule = rowRules[name as keyof typeof rowRules];
  const visitHtml = textsIn(dto, (key) => key.endsWith('_rendered'));
  const fileRules = fromFiles ? makeFileRules(name, dto) : null;
  return ({ value, problem, problems = [] }, report) => {
    for (const { column, detail } of withoutRepeats(problems)) report('', detail, column);
    if (problem !== undefined) report('', [problem]);
    if (problem !== undefined || value === undefined) return;
    const unread = unreadKeys(problems, dto);
    const reportRead = (pointer: string, detail: Detail): void => {
      if (!unread.has(topLevelKey(pointer.slice(1), '/'))) report(pointer, detail);
    };
    if (!isObject(value) || !check(value)) {
      check(value, reportRead);
      return;
    }
    visitHtml?.(value, '', (html, pointer) => {
      if (hasActiveContent(html)) reportRead(pointer, [notSanitised]);
    });
    fileRules?.(value, reportRead);
    // These rules compare several values, all of which must have been read.
    if (unread.size === 0) interfaceRule?.(value, (pointer, detail) => report(pointer, [detail]));
  };
}

const notSanitised =
  'must be HTML without scripts, styles, event handlers, frames, drawings and javascript: URLs (SHAPE-6)';

/** The first error of each cell: a rejected value is also missing. */
function withoutRepeats(problems: readonly CellProblem[]): readonly CellProblem[] {
  const seen = new Set<string>();
  return problems.filter(({ column }) => column === '' || (!seen.has(column) && seen.add(column)));
}

/** Keys without a value to check, because a cell could not be read, and keys whose rule depends on these. */
function unreadKeys(problems: readonly CellProblem[], dto: DtoClass): ReadonlySet<string> {
  const unread = new Set(problems.map(({ column }) => topLevelKey(column, '.')));
  if (unread.size === 0) return unread;
  // Sheets derive slots from these.
  if (unread.has('starts_at') || unread.has('ends_at')) unread.add('slots');
  const dependent = [...fieldTable(dto).values()].filter(({ setWhen }) => setWhen && unread.has(setWhen.key));
  return new Set([...unread, ...dependent.map(({ name }) => name)]);
}

/** Maps a column or pointer to its key in the row; rendered HTML maps to its Markdown. */
const topLevelKey = (path: string, separator: string): string =>
  (path.split(separator)[0] ?? '').replace(/_rendered$/, '');

/** Receives an error: the pointer and the expected value. */
type ReportValue = (pointer: string, detail: string) => void;

type Rule = (value: Readonly<Record<string, unknown>>, report: ReportValue) => void;

/** Rules of section 8 that concern one line and are neither field limits nor check constraints. */
export const rowRules: Partial<Readonly<Record<CollectionName, Rule>>> = {
  bookings: (value, report) => {
    if (value['place_unit'] === null && ids(value['place_extras']).length > 0) {
      report('/place_extras', 'must be empty: only a booking of a place unit has extras');
    }
  },
  machines: quotaRule('machine'),
  places: quotaRule('place'),
  projects: (value, report) => {
    const author = readId(value['author']);
    ids(value['collaborators']).forEach((id, index) => {
      if (id === author) report(`/collaborators/${index}`, 'must not be the author');
    });
    uniqueIds(value, 'steps', report);
  },
  spaces: (value, report) => {
    const exceptions = items(value['opening_exceptions']);
    for (const [index, { date, opens_at: opens }] of exceptions.entries()) {
      const { date: former, opens_at: formerOpens } = exceptions[index - 1] ?? {};
      const pointer = `/opening_exceptions/${index}/date`;
      const isClosed = [opens, formerOpens].includes(null);
      if (former === date && isClosed) report(pointer, 'must not occur twice: a closed date has a single item');
      else if (index > 0 && `${String(former)} ${String(formerOpens)}` >= `${String(date)} ${String(opens)}`)
        report(pointer, 'must be in order: items are sorted by date, and those of a date by opens_at');
    }
  },
  training_sessions: (value, report) => uniqueIds(value, 'slots', report),
};

/** A quota limits one of the duration types in the same line. */
function quotaRule(owner: 'machine' | 'place'): Rule {
  const key = `${owner}_booking_duration_type_id`;
  return (value, report) => {
    const types = new Set(ids(value[`${owner}_booking_duration_types`]));
    items(value[`${owner}_quotas`]).forEach((quota, index) => {
      if (!types.has(quota[key])) {
        report(
          `/${owner}_quotas/${index}/${key}`,
          `must be the id of one of the ${owner}_booking_duration_types of this line`,
        );
      }
    });
  };
}

function uniqueIds(value: Readonly<Record<string, unknown>>, key: string, report: ReportValue): void {
  const known = new Set<unknown>();
  ids(value[key]).forEach((id, index) => {
    if (known.has(id)) report(`/${key}/${index}/id`, 'must be unique in the array');
    known.add(id);
  });
}

const items = (value: unknown) => (Array.isArray(value) ? value.filter(isObject) : []);
const ids = (value: unknown): unknown[] => items(value).map(readId);
const readId = (value: unknown): unknown => (isObject(value) ? value['id'] : null);
