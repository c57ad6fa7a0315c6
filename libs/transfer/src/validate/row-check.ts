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
    for (const { column, detail } of problems) report('', detail, column);
    if (problem !== undefined) report('', [problem]);
    if (problem !== undefined || value === undefined) return;
    const unread = unreadKeys(problems);
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
    interfaceRule?.(value, (pointer, detail) => reportRead(pointer, [detail]));
    fileRules?.(value, reportRead);
  };
}

const notSanitised =
  'must be HTML without script, style, event handler, frame, drawing and javascript: URL: remove these (SHAPE-6)';

/** Keys without a value to check, because a cell could not be read. */
function unreadKeys(problems: readonly CellProblem[]): ReadonlySet<string> {
  const unread = new Set(problems.map(({ column }) => topLevelKey(column, '.')));
  // Sheets derive slots from these.
  if (unread.has('starts_at') || unread.has('ends_at')) unread.add('slots');
  return unread;
}

/** Maps a column or pointer to its key in the row; rendered HTML maps to its Markdown. */
const topLevelKey = (path: string, separator: string): string =>
  (path.split(separator)[0] ?? '').replace(/_rendered$/, '');
