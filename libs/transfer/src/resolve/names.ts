import { categoryTypes, isText, singularWords } from '@resource-catalogue/contracts';
import type { ReadSource } from '@resource-catalogue/database';
import { v5 } from 'uuid';
import { type Detail, didYouMean, quotation } from '../import-errors.js';
import { findNearest } from '../values/proposals.js';
import { toSlug } from '../values/slug.js';
import type { UniqueIndex } from '../stage/table-facts.js';
import { describeDamage, withoutZeros } from '../values/damaged-names.js';
import { type Layout, leaves, ownKey, type Target } from '../layout.js';

/** Namespace of ids that are derived from names. */
const namespace = '4b4f6a1c-6e0e-4d52-9a51-0d1f8f4c2b7e';

/** Maximum number of names that are stored for error messages. */
const maxRemembered = 100_000;

/** The id of a name with its spelling in the catalogue, or an error. */
export type NamedId = { readonly id: string; readonly name?: string } | { readonly problem: Detail };

/** The values of a row, by header. */
export type Values = ReadonlyMap<string, unknown>;

/** The ids of the rows that a batch of rows refers to by name. */
export interface RowNames {
  readonly idOf: (target: Target, name: string) => NamedId;
  /** The id of the row itself; null if it has neither an id nor a name. */
  readonly ownId: (cells: Values) => string | null;
}

/** Resolves names to ids from files and the catalogue, or derives ids from new names. */
export class Names {
  /** Ids of rows in files. */
  private readonly given = new Map<string, string>();
  /** Names that are not in the catalogue, by their derived ids. */
  private readonly made = new Map<string, { readonly target: Target; readonly name: string }>();
  /** Names in the files and some in the catalogue, by target and by name without the zeros of numbers. */
  private readonly known = new Map<string, Map<string, string>>();
  /** Spelling and ids of rows without a collection, by spelling key. */
  private readonly spellings = new Map<string, { readonly name: string; readonly ids: string[] }>();
  private readonly loaded = new Set<string>();

  constructor(
    private readonly source: ReadSource,
    private readonly findUniques: (table: string) => readonly UniqueIndex[],
  ) {}

  /** Records the id that a row has next to its name, for rows that refer to that name. */
  note(plan: Layout, cells: Values): void {
    const [id, name] = [writtenId(cells), ownName(plan, cells)];
    if (id !== undefined && name !== null) this.given.set(this.nameKey(ownTarget(plan, cells), name), id);
  }

  /** Resolves the names in a batch of rows, with one query per kind of name. */
  async resolve(plan: Layout, batch: readonly Values[]): Promise<RowNames> {
    const references = [...leaves(plan.members)].filter((leaf) => leaf.at === 'reference');
    const wanted = new Map<string, { readonly target: Target; readonly names: Set<string> }>();
    const want = (target: Target, name: string): void => {
      const known = wanted.get(targetName(target)) ?? { target, names: new Set<string>() };
      wanted.set(targetName(target), { target, names: known.names.add(name) });
    };
    for (const cells of batch) {
      for (const { to, path } of references) {
        for (const name of to.key === null ? [] : [cells.get(`${path}.${to.key}`)].flat())
          if (typeof name === 'string' && name !== '') want(to, name);
      }
      const name = ownName(plan, cells);
      if (name === null) continue;
      want(ownTarget(plan, cells), name);
      this.remember(ownTarget(plan, cells), name);
    }
    const stored = new Map<string, ReadonlyMap<string, readonly string[]>>();
    for (const [kind, { target, names }] of wanted) {
      if (target.key === 'name') await this.loadSpellings(target);
      else if (target.key !== ownKey) {
        const found = await this.stored(target, [...names].filter(isText));
        stored.set(kind, found);
        if ([...names].some((name) => !found.has(name))) await this.loadNames(target);
      }
    }
    const idOf = (target: Target, name: string): NamedId =>
      target.key === 'name'
        ? this.spelledId(target, name)
        : this.idOf(target, name, stored.get(targetName(target))?.get(name) ?? []);
    const ownId = (cells: Values): string | null => {
      const [id, name] = [writtenId(cells), ownName(plan, cells)];
      if (id !== undefined || name === null) return id ?? null;
      const found = idOf(ownTarget(plan, cells), name);
      return 'id' in found ? found.id : null;
    };
    return { idOf, ownId };
  }

  /** The name that an id was derived from; undefined for other ids. */
  nameOf(id: string): string | undefined {
    return this.made.get(id)?.name;
  }

  /** The error of a dangling reference; null if the id was not derived from a name. */
  unknown(id: string): Detail | null {
    const made = this.made.get(id);
    if (!made) return null;
    const { target, name } = made;
    const row = `${singularWords(target.table)} with the ${target.key} `;
    const known = this.namesIn(target);
    const same = known.get(withoutZeros(name));
    if (same === name) return [`the ${row}`, quotation(name), ' has errors itself'];
    const damage = describeDamage(name);
    return [
      `no ${row}`,
      quotation(name),
      ...didYouMean(same ?? findNearest(name, known.values())),
      ...(damage === null ? [] : [`; the value ${damage}`]),
    ];
  }

  /**
   * The error of a name that a spreadsheet program probably damaged, in a new row or as the new name of a stored one;
   * null for others. A row with a new id, as from an export, may have any name.
   */
  describeDamage(plan: Layout, cells: Values, stored: Readonly<Record<string, unknown>> | null): Detail | null {
    const [name, hasId] = [ownName(plan, cells), writtenId(cells) !== undefined];
    if (name === null || hasId === (stored === null)) return null;
    const kept = plan.key === null ? undefined : stored?.[plan.key];
    const isKept = stored !== null && (typeof kept !== 'string' || kept === name);
    const damage = isKept ? null : describeDamage(name);
    if (damage !== null) return [quotation(name), ` ${damage}`];
    if (hasId) return null;
    const other = this.namesIn(ownTarget(plan, cells)).get(withoutZeros(name));
    if (other === undefined || other === name) return null;
    return [
      quotation(name),
      ' differs from ',
      quotation(other),
      ' only in zeros, which spreadsheet programs remove and add: use the same spelling, or add the id of the row',
    ];
  }

  private namesIn(target: Target): Map<string, string> {
    const names = this.known.get(targetName(target)) ?? new Map<string, string>();
    this.known.set(targetName(target), names);
    return names;
  }

  /** Records the name of a row in a file, for references and for near-duplicates. */
  private remember(target: Target, name: string): void {
    const names = this.namesIn(target);
    const bare = withoutZeros(name);
    if (!names.has(bare) && names.size < maxRemembered) names.set(bare, name);
  }

  private idOf(target: Target, name: string, stored: readonly string[]): NamedId {
    const key = this.nameKey(target, name);
    const given = this.given.get(key);
    if (given !== undefined) return { id: given };
    const [id, another] = stored;
    return another === undefined ? { id: id ?? this.deriveId(target, name, key) } : ambiguous(target, name);
  }

  private deriveId(target: Target, name: string, key: string): string {
    const made = v5(key, namespace);
    if (this.made.size < maxRemembered) this.made.set(made, { target, name });
    return made;
  }

  /** The id of a row without a collection. The catalogue's spelling wins over the first one in the files. */
  private spelledId(target: Target, name: string): NamedId {
    const key = spellingKey(target, name);
    const exact = this.given.get(this.nameKey(target, name));
    if (exact !== undefined) return { id: exact, name };
    const known = this.spellings.get(key) ?? { name, ids: [this.deriveId(target, name, key)] };
    this.spellings.set(key, known);
    const [id = '', another] = known.ids;
    return another === undefined ? { id, name: known.name } : ambiguous(target, name, ', apart from case and spaces');
  }

  private async loadSpellings(target: Target): Promise<void> {
    if (this.loaded.has(target.table)) return;
    this.loaded.add(target.table);
    const rows = await this.source.query({ text: `SELECT id::text, name FROM ${target.table}` }, []);
    for (const [id, name] of rows) {
      const key = spellingKey(target, name ?? '');
      this.spellings.set(key, { name: name ?? '', ids: [...(this.spellings.get(key)?.ids ?? []), id ?? ''] });
      this.given.set(this.nameKey(target, name ?? ''), id ?? '');
    }
  }

  /**
   * Reads names of the catalogue for proposals, including all numeric ones, which take precedence over those of
   * files.
   */
  private async loadNames(target: Target): Promise<void> {
    const { table, key, type } = target;
    if (key === null || this.loaded.has(targetName(target))) return;
    this.loaded.add(targetName(target));
    const typed = type === null ? '' : `type::text = '${type}' AND `;
    const names = `SELECT ${key} FROM ${table} WHERE ${typed}`;
    const text = `(${names} ${key} ~ '^[0-9]+$') UNION (${names} true LIMIT 10000)`;
    const known = this.namesIn(target);
    for (const [name] of await this.source.query({ text }, [])) known.set(withoutZeros(name ?? ''), name ?? '');
  }

  /** Normalises the spellings of one row's name. */
  private nameKey(target: Target, name: string): string {
    const isCaseless = uniqueBy(target, this.findUniques(target.table))?.keys.at(-1)?.startsWith('lower(') === true;
    return `${targetName(target)}\t${isCaseless ? name.toLowerCase() : name}`;
  }

  /** Catalogue ids by name: several if the name is ambiguous. Live rows take precedence over deleted ones. */
  private async stored(target: Target, names: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
    const { table, key, type } = target;
    const unique = uniqueBy(target, this.findUniques(table));
    const expression = unique?.keys.at(-1) ?? key ?? 'id';
    const name = expression.startsWith('lower(') ? 'lower(wanted)' : 'wanted';
    const conditions = [`${expression} = ${name}`, ...(type === null ? [] : [`type::text = '${type}'`])];
    const text = `SELECT wanted, t.id::text, (${unique?.where ?? 'true'})::text FROM json_array_elements_text($1::json) AS w(wanted)
      JOIN ${table} t ON ${conditions.join(' AND ')}`;
    const found = await this.source.query({ text }, [JSON.stringify(names)]);
    const [live, deleted] = [new Map<string, string[]>(), new Map<string, string[]>()];
    for (const [wantedName = '', id, isLive] of found) {
      const ids = isLive === 'true' ? live : deleted;
      ids.set(wantedName ?? '', [...(ids.get(wantedName ?? '') ?? []), id ?? '']);
    }
    // Several deleted rows with the same name are ambiguous.
    for (const [wantedName, ids] of deleted) if (ids.length === 1 && !live.has(wantedName)) live.set(wantedName, ids);
    return live;
  }
}

const targetName = ({ table, type }: Target): string => (type === null ? table : `${table}/${type}`);

const ambiguous = ({ table }: Target, name: string, apart = ''): NamedId => ({
  problem: [`is ambiguous: several ${table} are called `, quotation(name), `${apart}. Give the id instead`],
});

/** A name with case, white space and Unicode form normalised. */
const spellingKey = ({ table }: Target, name: string): string =>
  `${table}\t${name.normalize('NFC').trim().replaceAll(/\s+/gu, ' ').toUpperCase().toLowerCase()}`;

/** The unique index on the names of a table's rows. */
export function uniqueBy({ key }: Target, uniques: readonly UniqueIndex[]): UniqueIndex | undefined {
  return uniques.find(({ keys }) => key !== null && [key, `lower(${key})`].includes(keys.at(-1) ?? ''));
}

/** The text in a column; undefined for an empty cell. */
export function textIn(values: Values, header: string): string | undefined {
  const value = values.get(header);
  return typeof value === 'string' ? value : undefined;
}

const writtenId = (cells: Values): string | undefined => textIn(cells, 'id');

/** The name of a row; a missing slug is derived from the column `name`. */
export function ownName({ key }: Layout, cells: Values): string | null {
  const written = key === null ? undefined : textIn(cells, key);
  const name = written ?? (key === 'slug' ? toSlug(textIn(cells, 'name') ?? '') : '');
  return name === '' ? null : name;
}

/** The target of the row itself, because slugs of categories are unique per type. */
function ownTarget({ collection, key }: Layout, cells: Values): Target {
  const type = categoryTypes.find((each) => each === textIn(cells, 'type')) ?? null;
  return { table: collection, key, type: collection === 'categories' ? type : null };
}
