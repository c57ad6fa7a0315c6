import { crc32 } from 'node:zlib';
import { type AnyCollectionContract, type FilterField, isInstant } from '@resource-catalogue/contracts';
import { groupBy } from '../group-by.js';
import { scaleOf } from '../scale.js';
import { memoize } from '../memoize.js';
import { isObject, type Json, type Row, toText } from '../json.js';
import { type Condition, filteredValues, makeMatcher } from '../oracle.js';
import type { OperatorOptions } from './context.js';
import type { Random } from './random.js';
import { isRange, type Subject, unknownId } from './subject.js';

export const badValues: Readonly<Record<FilterField['kind'], readonly string[]>> = {
  uuid: [
    ...['42', 'null', unknownId.slice(0, -1), unknownId.replaceAll('-', ''), `%7B${unknownId}%7D`],
    ...[`+${unknownId}`, `${unknownId}%00`, `g${unknownId.slice(1)}`],
  ],
  enum: ['lost', 'null', '*', '__proto__', '%00'],
  text: ['%00', 'a%00b'],
  datetime: [
    ...['soon', '', 'null', '1772355600', '2026-02-30', '2026-13-01', '2026-03', '2026-03-01,2026-03-02'],
    ...['2026-03-01T24:00:00Z', '2026-03-01T09:00:00+02:00', '2026-03-01T09'],
  ],
  integer: [
    ...['many', '', 'null', '1.5', '1e3', '0x10', '007', '-0', '1,2', '%2B5', '+5', '%205', '5%20', '2147483648'],
    ...['-2147483649', '99999999999999999999', '2026-03-01', '%D9%A3'],
  ],
  boolean: ['TRUE', 'True', '1', '0', 'yes', '', 'null', 'true,false', 'true,', '+true'],
};

export const goodValue = ({ kind, values = [] }: FilterField): string =>
  ({ uuid: unknownId, enum: values[0] ?? '', datetime: '2026-03-01', integer: '12', boolean: 'true', text: 'a' })[kind];

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A well-formed but unknown token: 43 characters, then their CRC-32 in 6 base62 digits (AUTH-4). */
export function unknownToken(random: Random): string {
  const secret = Array.from({ length: 43 }, () => base62[random.integer(62)]).join('');
  let sum = crc32(secret);
  let digits = '';
  for (let place = 0; place < 6; place += 1) {
    digits = `${base62[sum % 62]}${digits}`;
    sum = Math.floor(sum / 62);
  }
  return `rct_${secret}${digits}`;
}

export function mistypedTokens(token: string): string[] {
  const last = token.at(-1) === 'a' ? 'b' : 'a';
  const swapped = token.replace(/[a-z](?=[^a-z]*$)/, (letter) => letter.toUpperCase());
  return [`${token.slice(0, -1)}${last}`, token.slice(0, -1), `${token}a`, ...(swapped === token ? [] : [swapped])];
}

/** The tokens besides the first that may read a collection; `check --help` lists their scopes. */
export function otherReaders(
  { secondToken, limitedToken, writingToken }: OperatorOptions,
  { name }: AnyCollectionContract,
) {
  const ofOne = new Map<string, string | undefined>([
    ['bookings', limitedToken],
    ['projects', writingToken],
  ]);
  return [secondToken, ofOne.get(name)].filter((token) => token !== undefined);
}

const known = new WeakMap<readonly Row[], Map<string, readonly string[]>>();

/** The values in the snapshot that can be filtered by, the most frequent first. */
export function listValues({ contract, rows, filters }: Subject, field: string): readonly string[] {
  return memoize(known, rows, `values of ${field}`, () => {
    const kind = filters.find((filter) => filter.field === field)?.kind ?? 'text';
    const counts = new Map<string, number>();
    for (const row of rows) {
      for (const value of filteredValues(contract, row, field)) counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    return [...counts]
      .filter(([value]) => isFilterable(kind, value))
      .sort(([a, often], [b, seldom]) => seldom - often || (a < b ? -1 : 1))
      .map(([value]) => value);
  });
}

/** The values of the rows that a range compares, in order. */
export const listPoints = ({ rows }: Subject, { field, kind }: FilterField): readonly string[] =>
  memoize(known, rows, `points of ${field}`, () => {
    const scale = scaleOf(kind);
    const texts = rows.flatMap((row) => (row[field] === null || row[field] === undefined ? [] : toText(row[field])));
    const isPoint = (text: string): boolean =>
      kind === 'datetime' ? isInstant(text) && isFilterable(kind, text) : /^-?\d+$/.test(text);
    return scale === null ? [] : texts.filter(isPoint).sort((a, b) => scale.read(a) - scale.read(b));
  });

/** A condition that keeps some rows, and those rows. */
export interface KeptRows {
  readonly condition: Condition;
  readonly rows: ReadonlySet<Row>;
}

/** Conditions with each operator of a filter that keep some rows and drop others. */
export function tellingConditions(subject: Subject, filter: FilterField): KeptRows[] {
  const { field, kind, operators } = filter;
  const used = listValues(subject, field);
  const [one, ...more] = used.slice(0, 3);
  const points = listPoints(subject, filter);
  const candidates =
    kind === 'boolean'
      ? [['true'], ['false']]
      : isRange(filter)
        ? [1, 2].map((third) => points.slice(Math.floor((points.length * third) / 3)).slice(0, 1))
        : [[one], ...more.map((other) => [other]), [one, ...more]];
  return operators.flatMap((operator) =>
    candidates.flatMap((some) => {
      const values = some.filter((value) => value !== undefined);
      const rows = new Set(subject.rows.filter(makeMatcher(subject.contract, { field, operator, values })));
      const isTelling = values.length > 0 && rows.size > 0 && rows.size < subject.rows.length;
      return isTelling ? [{ condition: { field, operator, values }, rows }] : [];
    }),
  );
}

/** Rows on which a filter is most likely to fail: some of each frequent value, some without a value, and others. */
export function contrastingRows(subject: Subject, field: string, random: Random, max = 30): Row[] {
  const { contract, rows } = subject;
  const groups = groupBy(random.sample(rows, 400), (row) => filteredValues(contract, row, field).join(' '));
  return [...groups]
    .map(([values, own]) => own.slice(0, values === '' ? Math.ceil(max / 3) : 4))
    .sort((a, b) => b.length - a.length)
    .flat()
    .slice(0, max);
}

/** A value that no row has; undefined if all are used, or if the filter takes no sets. */
export function unusedValue({ kind, values = [] }: FilterField, used: readonly string[]): string | undefined {
  if (kind === 'enum') return values.find((value) => !used.includes(value));
  return kind === 'uuid' ? unknownId : kind === 'text' ? 'conformance-of-nobody' : undefined;
}

/** A canonically equivalent text with other code points: composed, decomposed, or with the Kelvin sign for K. */
export const canonicalTwin = (text: string): string | undefined =>
  [text.normalize('NFC'), text.normalize('NFD'), text.replace('K', '\u212a')].find((twin) => twin !== text);

type SetCase = Pick<Condition, 'operator' | 'values'>;

/** Sets that a server may treat differently: one value, several in another order, all, and an unknown one. */
export function makeSets(filter: FilterField, used: readonly string[], random: Random): SetCase[] {
  const unused = unusedValue(filter, used);
  const [frequent] = used;
  const several = random.sample(used.slice(0, 40), 3);
  const cases: readonly [SetCase['operator'], (string | undefined)[]][] = [
    ['in', [frequent]],
    ['in', several],
    ['in', [unused, used.at(-1)]],
    ['in', [unused]],
    ['in', filter.values?.filter((value) => !used.includes(value)) ?? []],
    ['not_in', [frequent]],
    ['not_in', [...several].reverse()],
    ['not_in', used.slice(0, 25)],
  ];
  return cases.flatMap(([operator, values]) => {
    const known = [...new Set(values.filter((value) => value !== undefined))];
    return known.length === 0 || known.length < new Set(values).size ? [] : [{ operator, values: known }];
  });
}

/**
 * The maximum length of a value: longer sets, with the links that repeat them, would not fit into a request
 * (RATE-3).
 */
const maxValueLength = 150;

/** Outside these bounds, an offset or a millisecond could exceed the permitted years of a time (FILT-5). */
const [earliest, latest] = ['0001-01-03', '9999-12-29'];

/** Whether a value can be filtered by: a text is not empty (FILT-2), without NUL (FILT-9) and lone surrogates. */
export function isFilterable(kind: FilterField['kind'], value: string): boolean {
  if (kind === 'datetime') return value >= earliest && value < latest;
  const isText = value !== '' && !value.includes('\0') && value.isWellFormed();
  return isText && encodeURIComponent(value).length <= maxValueLength;
}

/** Some rows that share the value of a field as far as possible, and some neighbours that do not. */
export function chooseTies({ rows }: Subject, field: string, max: number): Row[] {
  const groups = [...groupBy(rows, (row) => toText(row[field])).values()].sort((a, b) => b.length - a.length);
  const [largest = [], ...others] = groups;
  return [...largest.slice(0, Math.ceil(max / 2)), ...others.flatMap((group) => group.slice(0, 2))].slice(0, max);
}

/** The maximum number of values of an enumeration; with more, only the kind of a value counts. */
const maxWords = 12;

const maxRows = 500;

/** A few rows that cover every form of every value: null or not, each enumeration value, and arrays of each length. */
export function rowsOfEveryForm(rows: readonly Row[], random: Random, max: number): Row[] {
  const words = new Map<string, Set<Json>>();
  const left = random.sample(rows, maxRows).map((row) => ({ row, leaves: listLeaves(row) }));
  for (const [path, value] of left.flatMap(({ leaves }) => leaves))
    words.set(path, (words.get(path) ?? new Set()).add(value));
  const formsOf = (leaves: readonly Leaf[]): string[] =>
    leaves.map(
      ([path, value]) => `${path}: ${(words.get(path)?.size ?? 0) > maxWords ? describeKind(value) : toText(value)}`,
    );
  const candidates = left.map(({ row, leaves }) => ({ row, forms: new Set(formsOf(leaves)) }));
  const chosen: Row[] = [];
  while (chosen.length < max) {
    const [best] = candidates.sort((one, other) => other.forms.size - one.forms.size);
    if (best === undefined || best.forms.size === 0) break;
    chosen.push(best.row);
    const shown = [...best.forms];
    for (const { forms } of candidates) for (const form of shown) forms.delete(form);
  }
  return chosen;
}

type Leaf = readonly [path: string, value: Json];

function listLeaves(value: Json, path = ''): Leaf[] {
  if (Array.isArray(value))
    return [[`${path}.length`, Math.min(value.length, 2)], ...value.flatMap((item) => listLeaves(item, `${path}[]`))];
  if (isObject(value)) return Object.entries(value).flatMap(([key, inner]) => listLeaves(inner, `${path}.${key}`));
  return [[path, value]];
}

function describeKind(value: Json): string {
  if (typeof value === 'number') return String(Math.sign(value));
  return typeof value !== 'string' || value === ''
    ? JSON.stringify(value)
    : /[^\x20-\x7e]/.test(value)
      ? 'not ASCII'
      : 'text';
}
