import { basename, extname } from 'node:path';
import type { InspectedColumn, InspectedTable } from './inspect-table.js';
import { type KindName, type Role, type TableKind, tableKinds } from './table-kinds.js';
import { type Language, languages, namesKind } from './words.js';

/** A table of a known kind, with its columns by role. */
export interface RecognisedTable extends InspectedTable {
  readonly kind: KindName;
  readonly roles: ReadonlyMap<string, InspectedColumn>;
  readonly language: Language;
}

/** Weight of the sheet's or file's name. */
const nameWeight = 4;
const enough = 3.5;
/** Score of a known header word with a typing error. */
const alike = 0.8;

/** Recognises the kind of a table by its headers, values and name; null if none matches. */
export function recogniseTable(inspected: InspectedTable): RecognisedTable | null {
  const { path, name } = inspected.table;
  const names = [name, basename(path, extname(path))];
  if (namesKind(name, 'none')) return null;
  const fits = kinds().map(([kind, rule]) => {
    const roles = assignRoles(inspected, rule);
    const isNamed = names.some((each) => namesKind(each, kind));
    const has = (role: string): boolean => (role === 'sheet' ? isNamed : roles.has(role));
    const weights = [...roles.values()].reduce((sum, { weight }) => sum + weight, 0);
    const fit = rule.needs.every((alternatives) => alternatives.some(has)) ? weights + (isNamed ? nameWeight : 0) : 0;
    return { kind, fit, roles };
  });
  const bestFit = Math.max(...fits.map(({ fit }) => fit));
  const best = bestFit < enough ? undefined : fits.find(({ fit }) => fit === bestFit);
  if (!best) return null;
  const roles = new Map([...best.roles].map(([role, { column }]) => [role, column]));
  return { ...inspected, kind: best.kind, roles, language: detectLanguage(inspected.columns) };
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

/** Assigns columns to roles by best match, at most one column per role. */
function assignRoles({ columns, rows }: InspectedTable, { roles }: TableKind): ReadonlyMap<string, Assigned> {
  const candidates = Object.entries(roles).flatMap(([name, role]) =>
    columns.flatMap((column) => {
      const { fit, share } = scoreFit(column, role);
      // Of two columns that match equally, prefer the fuller one.
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

/** Scores how well a column fits a role, and the share of the role's weight that it earns. */
function scoreFit({ matches, kind }: InspectedColumn, { concepts, kinds: allowed, byValues }: Role) {
  if (allowed && kind !== 'none' && !allowed.includes(kind)) return { fit: 0, share: 0 };
  const fits = concepts.map((concept, index) => {
    const score = matches.get(concept)?.score ?? 0;
    if (index === 0) return { fit: score, share: score < alike ? 0.75 : 1 };
    return score < alike ? { fit: 0, share: 0 } : { fit: score - index * 0.15, share: 0.5 };
  });
  const best = fits.reduce((one, other) => (other.fit > one.fit ? other : one));
  return best.fit === 0 && byValues === kind ? { fit: 0.1, share: 0.5 } : best;
}

/** The language of most headers; English if several are equal. */
function detectLanguage(columns: readonly InspectedColumn[]): Language {
  const counts = languages.map((language) => {
    const known = columns.filter(({ matches }) =>
      [...matches.values()].some(({ score, languages: own }) => score >= 1 && own.has(language)),
    );
    return known.length;
  });
  return languages[counts.indexOf(Math.max(...counts))] ?? 'en';
}
