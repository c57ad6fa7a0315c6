import { type DtoClass, fieldTable } from '@resource-catalogue/contracts';
import { hasActiveContent } from '@resource-catalogue/markdown';
import { isObject } from '@resource-catalogue/program';
import type { Definition } from '@resource-catalogue/read';
import type { SourceRow } from '../import-catalogue.js';
import type { CellProblem, Detail } from '../import-errors.js';
import { makeFileRules } from './file-rules.js';
import { rowRules } from './row-rules.js';
import { textsIn } from './texts-in.js';
import { makeCheck, type MayBeAbsent } from './value-checks.js';

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
    // These compare values with others, which may not have been read.
    if (unread.size === 0) interfaceRule?.(value, (pointer, detail) => report(pointer, [detail]));
  };
}

const notSanitised =
  'must be HTML without script, style, event handler, frame, drawing and javascript: URL: remove these (SHAPE-6)';

/** The first error of each cell: a refused value is also missing. */
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
