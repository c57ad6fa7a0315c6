import { basename, extname } from 'node:path';
import type { InspectedColumn, InspectedTable } from './inspect-table.js';
import { kindNames, type KindName, type Role, tableKinds } from './table-kinds.js';
import { type Language, languages, namesKind } from './words.js';

/** A table of a known kind, with its columns by role. */
export interface RecognisedTable extends InspectedTable {
  readonly kind: KindName;
  readonly roles: ReadonlyMap<string, InspectedColumn>;
  readonly language: Language;
  /** Points for a person to check, such as a kind that scores barely higher than another. */
  readonly doubts: readonly string[];
}

/** Weight of the sheet's or file's name. */
const nameWeight = 4;
const minScore = 3.5;
/** A lower score is doubtful, and so is one that another kind nearly reaches. */
const clearScore = 5;
const nearShare = 0.8;
/** Score of a known header word with a typing error. */
const alike = 0.8;

interface Assigned {
  readonly column: InspectedColumn;
  readonly weight: number;
}

interface Fit {
  readonly kind: KindName;
  readonly fit: number;
  readonly roles: ReadonlyMap<string, Assigned>;
  readonly guess: InspectedColumn | null;
}

/** Recognises the kind of a table by its headers, values and name, unless it is given; null if none fits. */
export function recogniseTable(inspected: InspectedTable, kind?: KindName): RecognisedTable | null {
  const { path, name } = inspected.table;
  const names = [name, basename(path, extname(path))];
  if (kind === undefined && namesKind(name, 'none')) return null;
  const fits = kindNames
    .map((each) => fitKind(inspected, each, names, kind === each))
    .sort((one, other) => other.fit - one.fit);
  const best = kind === undefined ? fits.find(({ fit }) => fit >= minScore) : fits.find((each) => each.kind === kind);
  if (!best) return null;
  const others = fits.filter((each) => each !== best && each.fit >= Math.max(minScore, best.fit * nearShare));
  const roles = new Map([...best.roles].map(([role, { column }]) => [role, column]));
  const doubts = [
    ...(best.guess
      ? [`${best.guess.name} is used for the names of ${best.kind}, because no header clearly means them`]
      : []),
    ...(kind === undefined ? kindDoubts(best, others) : []),
  ];
  return { ...inspected, kind: best.kind, roles, language: detectLanguage(inspected.columns), doubts };
}

function kindDoubts({ kind, fit, roles }: Fit, others: readonly Fit[]): readonly string[] {
  if (fit >= clearScore && others.length === 0) return [];
  const by = [...roles.values()].map(({ column }) => column.name).slice(0, 3);
  const instead = others.map((other) => ` ${other.kind}`).join(' or');
  return [`recognised as ${kind} because of ${by.join(', ')}; if that is wrong, use --as${instead}`];
}

/** Scores how well a table fits a kind. Without a clear name, one is guessed if the kind is given by other means. */
function fitKind(inspected: InspectedTable, kind: KindName, names: readonly string[], isGiven: boolean): Fit {
  const { needs, roles: known } = tableKinds[kind];
  const roles = assignRoles(inspected, known);
  const isNamed = names.some((each) => namesKind(each, kind));
  const has = (role: string): boolean => (role === 'sheet' ? isNamed || isGiven : roles.has(role));
  const missing = needs.filter((alternatives) => !alternatives.some(has));
  const role = missing.flat().find((each) => each === 'title' || each === 'full_name');
  const guess = role !== undefined && (isNamed || isGiven) ? guessName(inspected, roles) : null;
  const weights = [...roles.values()].reduce((sum, { weight }) => sum + weight, 0);
  const isMissing = missing.length > (guess ? 1 : 0);
  if (role !== undefined && guess) {
    for (const [other, { column }] of roles) if (column === guess) roles.delete(other);
    roles.set(role, { column: guess, weight: 0 });
  }
  return { kind, fit: isMissing ? 0 : weights + (isNamed ? nameWeight : 0), roles, guess };
}

/** The first column of texts, preferably one without another role but that of a description. */
function guessName({ columns }: InspectedTable, roles: ReadonlyMap<string, Assigned>): InspectedColumn | null {
  const taken = [...roles].flatMap(([role, { column }]) => (role === 'description' ? [] : [column]));
  const texts = columns.filter(({ kind }) => kind === 'text');
  return texts.find((column) => !taken.includes(column)) ?? texts[0] ?? columns[0] ?? null;
}

/** Assigns columns to roles by best match, at most one column per role. */
function assignRoles({ columns, rows }: InspectedTable, roles: Readonly<Record<string, Role>>): Map<string, Assigned> {
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
