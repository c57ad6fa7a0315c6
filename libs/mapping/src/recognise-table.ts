import { basename, extname } from 'node:path';
import type { InspectedColumn, InspectedTable } from './inspect-table.js';
import { type KindName, type Role, type TableKind, tableKinds } from './table-kinds.js';
import { type Language, languages, namesKind } from './words.js';

/** A table whose kind is known, with its columns by what they are for. */
export interface RecognisedTable extends InspectedTable {
  readonly kind: KindName;
  readonly roles: ReadonlyMap<string, InspectedColumn>;
  readonly language: Language;
}

/** What the name of the sheet, or of its file, says for a kind. */
const nameWeight = 4;
const enough = 3.5;
/** The score of a header that is a known word, but for a typing error. */
const alike = 0.8;

/** Finds the kind of a table by its headers, its values, and its name; null where none fits. */
export function recogniseTable(inspected: InspectedTable): RecognisedTable | null {
  const { path, name } = inspected.table;
  const names = [name, basename(path, extname(path))];
  if (namesKind(name, 'none')) return null;
  const fits = kinds().map(([kind, rule]) => {
    const roles = rolesOf(inspected, rule);
    const isNamed = names.some((each) => namesKind(each, kind));
    const has = (role: string): boolean => (role === 'sheet' ? isNamed : roles.has(role));
    const weights = [...roles.values()].reduce((sum, { weight }) => sum + weight, 0);
    const fit = rule.needs.every((some) => some.some(has)) ? weights + (isNamed ? nameWeight : 0) : 0;
    return { kind, fit, roles };
  });
  const most = Math.max(...fits.map(({ fit }) => fit));
  const best = most < enough ? undefined : fits.find(({ fit }) => fit === most);
  if (!best) return null;
  const roles = new Map([...best.roles].map(([role, { column }]) => [role, column]));
  return { ...inspected, kind: best.kind, roles, language: languageOf(inspected.columns) };
}

const kinds = (): (readonly [KindName, TableKind])[] =>
  Object.entries(tableKinds).flatMap(([name, kind]) => (isKind(name) ? [[name, kind] as const] : []));

function isKind(name: string): name is KindName {
  return name in tableKinds;
}

interface Assigned {
  readonly column: InspectedColumn;
  readonly weight: number;
}

/** Gives each column to the role that it fits best, each role one column. */
function rolesOf({ columns, rows }: InspectedTable, { roles }: TableKind): ReadonlyMap<string, Assigned> {
  const candidates = Object.entries(roles).flatMap(([name, role]) =>
    columns.flatMap((column) => {
      const { fit, share } = fitOf(column, role);
      // Of two columns that fit alike, the fuller one is meant.
      const rank = fit * (0.9 + (0.1 * column.filled) / rows.length);
      return fit === 0 ? [] : [{ name, column, rank, weight: role.weight * share }];
    }),
  );
  const found = new Map<string, Assigned>();
  const taken = new Set<InspectedColumn>();
  for (const { name, column, weight } of candidates.sort((one, other) => other.rank - one.rank)) {
    if (found.has(name) || taken.has(column)) continue;
    found.set(name, { column, weight });
    taken.add(column);
  }
  return found;
}

/** How well a column fits a role, and how much of the role's weight it has: less by a part of its header, or by its values. */
function fitOf({ matches, kind }: InspectedColumn, { concepts, kinds: allowed, byValues }: Role) {
  if (allowed && kind !== 'none' && !allowed.includes(kind)) return { fit: 0, share: 0 };
  const fits = concepts.map((concept, index) => {
    const score = matches.get(concept)?.score ?? 0;
    if (index === 0) return { fit: score, share: score < alike ? 0.75 : 1 };
    return score < alike ? { fit: 0, share: 0 } : { fit: score - index * 0.15, share: 0.5 };
  });
  const best = fits.reduce((one, other) => (other.fit > one.fit ? other : one));
  return best.fit === 0 && byValues === kind ? { fit: 0.1, share: 0.5 } : best;
}

/** The language that most headers are in; English where several are equal. */
function languageOf(columns: readonly InspectedColumn[]): Language {
  const counts = languages.map((language) => {
    const known = columns.filter(({ matches }) =>
      [...matches.values()].some(({ score, languages: own }) => score >= 1 && own.has(language)),
    );
    return known.length;
  });
  return languages[counts.indexOf(Math.max(...counts))] ?? 'en';
}
