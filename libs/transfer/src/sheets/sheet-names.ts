import { categoryTypes } from '@resource-catalogue/contracts';
import type { ReadSource } from '@resource-catalogue/database';
import { v5 } from 'uuid';
import { type Detail, didYouMean, quotation } from '../import-errors.js';
import { nearest, slugOf } from '../proposals.js';
import type { UniqueIndex } from '../table-facts.js';
import { isText } from '../text-formats.js';
import { damageOf, withoutZeros } from './damaged-names.js';
import { ownKey } from './natural-keys.js';
import type { SheetRow } from './read-sheet.js';
import type { SheetPlan, Target } from './sheet-columns.js';
import { namesIn } from './sheet-values.js';

/** The namespace of the ids that are made of names. */
const namespace = '4b4f6a1c-6e0e-4d52-9a51-0d1f8f4c2b7e';

/** Names that are kept for error messages about references. */
const maxRemembered = 100_000;

/** The id of a name with its spelling in the catalogue, or the error of the name. */
export type NamedId = { readonly id: string; readonly name?: string } | { readonly problem: Detail };

/** The ids of the rows that some rows of a sheet name. */
export interface RowNames {
  readonly idOf: (target: Target, name: string) => NamedId;
  /** The id of a row itself; null if it has neither an id nor a name. */
  readonly ownId: (cells: SheetRow['cells']) => string | null;
}

/** Finds the ids of rows by their names in files and in the catalogue, or derives them from the names. */
export class SheetNames {
  /** Ids that files give to their own rows. */
  private readonly given = new Map<string, string>();
  /** Names that the catalogue does not have, by the ids that are made of them. */
  private readonly made = new Map<string, { readonly target: Target; readonly name: string }>();
  /** Names in the files and some of the catalogue, by target, and there by themselves without the zeros of numbers. */
  private readonly known = new Map<string, Map<string, string>>();
  /** The spelling and the ids of rows that have no files, by spelling key. */
  private readonly spellings = new Map<string, { readonly name: string; readonly ids: string[] }>();
  private readonly loaded = new Set<string>();

  constructor(
    private readonly source: ReadSource,
    private readonly uniquesOf: (table: string) => readonly UniqueIndex[],
  ) {}

  /** Notes the id that a row has beside its name, for the rows that name it. */
  note(plan: SheetPlan, cells: SheetRow['cells']): void {
    const [id, name] = [writtenId(cells), ownName(plan, cells)];
    if (id !== undefined && name !== null) this.given.set(this.keyOf(ownTarget(plan, cells), name), id);
  }

  /** Resolves the names in a batch of rows, with one statement for each kind of name. */
  async resolve(plan: SheetPlan, batch: readonly SheetRow[]): Promise<RowNames> {
    const wanted = new Map<string, { readonly target: Target; readonly names: Set<string> }>();
    const want = (target: Target, name: string): void => {
      const asked = wanted.get(targetName(target)) ?? { target, names: new Set<string>() };
      wanted.set(targetName(target), { target, names: asked.names.add(name) });
    };
    for (const { cells } of batch) {
      for (const [target, name] of namesIn(plan.members, (header) => cells.get(header))) want(target, name);
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
    const ownId = (cells: SheetRow['cells']): string | null => {
      const [id, name] = [writtenId(cells), ownName(plan, cells)];
      if (id !== undefined || name === null) return id ?? null;
      const found = idOf(ownTarget(plan, cells), name);
      return 'id' in found ? found.id : null;
    };
    return { idOf, ownId };
  }

  /** The name that an id was made of; undefined for other ids. */
  nameOf(id: string): string | undefined {
    return this.made.get(id)?.name;
  }

  /** The error of a reference to a row that does not exist; null for an id that was not made of a name. */
  unknown(id: string): Detail | null {
    const made = this.made.get(id);
    if (!made) return null;
    const { target, name } = made;
    const row = `${singular(target.table)} with the ${target.key} `;
    const known = this.namesOf(target);
    const same = known.get(withoutZeros(name));
    if (same === name) return [`the ${row}`, quotation(name), ' has errors itself'];
    const damage = damageOf(name);
    return [
      `no ${row}`,
      quotation(name),
      ...didYouMean(same ?? nearest(name, known.values())),
      ...(damage === null ? [] : [`; the value ${damage}`]),
    ];
  }

  /** The error of a new row whose name a spreadsheet program may have made of another one; null for others. */
  damageOf(plan: SheetPlan, cells: SheetRow['cells']): Detail | null {
    const name = ownName(plan, cells);
    if (name === null || writtenId(cells) !== undefined) return null;
    const damage = damageOf(name);
    if (damage !== null) return [quotation(name), ` ${damage}`];
    const other = this.namesOf(ownTarget(plan, cells)).get(withoutZeros(name));
    if (other === undefined || other === name) return null;
    return [
      quotation(name),
      ' differs from ',
      quotation(other),
      ' only in zeros, which spreadsheet programs remove and add: write it alike, or give the row its id',
    ];
  }

  private namesOf(target: Target): Map<string, string> {
    const names = this.known.get(targetName(target)) ?? new Map<string, string>();
    this.known.set(targetName(target), names);
    return names;
  }

  /** Remembers the name of a row in a file, for references to it and for names that are nearly the same. */
  private remember(target: Target, name: string): void {
    const names = this.namesOf(target);
    const bare = withoutZeros(name);
    if (!names.has(bare) && names.size < maxRemembered) names.set(bare, name);
  }

  private idOf(target: Target, name: string, stored: readonly string[]): NamedId {
    const key = this.keyOf(target, name);
    const given = this.given.get(key);
    if (given !== undefined) return { id: given };
    const [id, another] = stored;
    return another === undefined ? { id: id ?? this.madeOf(target, name, key) } : ambiguous(target, name);
  }

  private madeOf(target: Target, name: string, key: string): string {
    const made = v5(key, namespace);
    if (this.made.size < maxRemembered) this.made.set(made, { target, name });
    return made;
  }

  /** The id of a row without a collection. The spelling of the catalogue counts, or else the first one. */
  private spelledId(target: Target, name: string): NamedId {
    const key = spellingKey(target, name);
    const exact = this.given.get(this.keyOf(target, name));
    if (exact !== undefined) return { id: exact, name };
    const known = this.spellings.get(key) ?? { name, ids: [this.madeOf(target, name, key)] };
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
      this.given.set(this.keyOf(target, name ?? ''), id ?? '');
    }
  }

  /** Reads names of the catalogue for proposals, with all that are numbers: these count before those of files. */
  private async loadNames(target: Target): Promise<void> {
    const { table, key, type } = target;
    if (key === null || this.loaded.has(targetName(target))) return;
    this.loaded.add(targetName(target));
    const typed = type === null ? '' : `type::text = '${type}' AND `;
    const names = `SELECT ${key} FROM ${table} WHERE ${typed}`;
    const text = `(${names} ${key} ~ '^[0-9]+$') UNION (${names} true LIMIT 10000)`;
    const known = this.namesOf(target);
    for (const [name] of await this.source.query({ text }, [])) known.set(withoutZeros(name ?? ''), name ?? '');
  }

  /** One text for all ways to write a name of one row. */
  private keyOf(target: Target, name: string): string {
    return `${targetName(target)}\t${isCaseless(target, this.uniquesOf(target.table)) ? name.toLowerCase() : name}`;
  }

  /** The ids in the catalogue by name: several where a name says too little. A live row comes before deleted ones. */
  private async stored(target: Target, names: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
    const { table, key, type } = target;
    const unique = uniqueBy(target, this.uniquesOf(table));
    const expression = unique?.keys.at(-1) ?? key ?? 'id';
    const name = expression.startsWith('lower(') ? 'lower(wanted)' : 'wanted';
    const conditions = [`${expression} = ${name}`, ...(type === null ? [] : [`type::text = '${type}'`])];
    const text = `SELECT wanted, t.id::text, (${unique?.where ?? 'true'})::text FROM json_array_elements_text($1::json) AS w(wanted)
      JOIN ${table} t ON ${conditions.join(' AND ')}`;
    const found = await this.source.query({ text }, [JSON.stringify(names)]);
    const [live, deleted] = [new Map<string, string[]>(), new Map<string, string[]>()];
    for (const [asked = '', id, isLive] of found) {
      const ids = isLive === 'true' ? live : deleted;
      ids.set(asked ?? '', [...(ids.get(asked ?? '') ?? []), id ?? '']);
    }
    // Several deleted rows with one name are ambiguous.
    for (const [asked, ids] of deleted) if (ids.length === 1 && !live.has(asked)) live.set(asked, ids);
    return live;
  }
}

const targetName = ({ table, type }: Target): string => (type === null ? table : `${table}/${type}`);

const singular = (table: string): string => table.replace(/ies$/, 'y').replace(/s$/, '').replaceAll('_', ' ');

const ambiguous = ({ table }: Target, name: string, apart = ''): NamedId => ({
  problem: [`is ambiguous: several ${table} are called `, quotation(name), `${apart}. Give the id instead`],
});

/** A name without case, white space and Unicode form. */
const spellingKey = ({ table }: Target, name: string): string =>
  `${table}\t${name.normalize('NFC').trim().replaceAll(/\s+/gu, ' ').toUpperCase().toLowerCase()}`;

/** The unique index over the names of a table's rows. */
export function uniqueBy({ key }: Target, uniques: readonly UniqueIndex[]): UniqueIndex | undefined {
  return uniques.find(({ keys }) => key !== null && [key, `lower(${key})`].includes(keys.at(-1) ?? ''));
}

const isCaseless = (target: Target, uniques: readonly UniqueIndex[]): boolean =>
  uniqueBy(target, uniques)?.keys.at(-1)?.startsWith('lower(') === true;

const writtenId = (cells: SheetRow['cells']): string | undefined => cells.get('id')?.trim().toLowerCase();

/** The name of a row in its column; a missing slug is derived from the column `name`. */
export function ownName({ key }: SheetPlan, cells: SheetRow['cells']): string | null {
  const written = key === null ? undefined : cells.get(key)?.trim();
  const name = written ?? (key === 'slug' ? slugOf(cells.get('name') ?? '') : '');
  return name === '' ? null : name;
}

/** The target that a row itself is: slugs of categories are unique within a type. */
function ownTarget({ collection, key }: SheetPlan, cells: SheetRow['cells']): Target {
  const type = categoryTypes.find((each) => each === cells.get('type')?.trim()) ?? null;
  return { table: collection, key, type: collection === 'categories' ? type : null };
}
