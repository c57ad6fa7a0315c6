import { categoryTypes } from '@resource-catalogue/contracts';
import type { ReadSource } from '@resource-catalogue/database';
import { v5 } from 'uuid';
import { shortened } from '../import-limits.js';
import type { UniqueIndex } from '../table-facts.js';
import { ownKey } from './natural-keys.js';
import type { SheetRow } from './read-sheet.js';
import type { SheetPlan, Target } from './sheet-columns.js';
import { namesIn } from './sheet-values.js';

/** The namespace of the ids that are made of names. */
const namespace = '4b4f6a1c-6e0e-4d52-9a51-0d1f8f4c2b7e';

/** Names that are kept for error messages about references. */
const maxRemembered = 100_000;

export type NamedId = { readonly id: string } | { readonly problem: string };

/** The ids of the rows that some rows of a sheet name. */
export interface RowNames {
  readonly idOf: (target: Target, name: string) => NamedId;
  /** The id of a row itself; null where it has neither an id nor a name that leads to one. */
  readonly ownId: (cells: SheetRow['cells']) => string | null;
}

/** Finds the ids of rows by their names: in other files, in the catalogue, or else made of the name, always the same. */
export class SheetNames {
  /** Ids that files give to their own rows. */
  private readonly given = new Map<string, string>();
  /** Names that the catalogue does not have, by the ids that are made of them. */
  private readonly made = new Map<string, string>();

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
      if (name !== null) want(ownTarget(plan, cells), name);
    }
    const stored = new Map<string, ReadonlyMap<string, readonly string[]>>();
    for (const [kind, { target, names }] of wanted) {
      if (target.key !== ownKey) stored.set(kind, await this.stored(target, [...names]));
    }
    const idOf = (target: Target, name: string): NamedId =>
      this.idOf(target, name, stored.get(targetName(target))?.get(name) ?? []);
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
    return this.made.get(id);
  }

  private idOf(target: Target, name: string, stored: readonly string[]): NamedId {
    const key = this.keyOf(target, name);
    const given = this.given.get(key);
    if (given !== undefined) return { id: given };
    const [id, another] = stored;
    if (another !== undefined) {
      return { problem: `is ambiguous: several ${target.table} are called ${shortened(name)}. Give the id instead` };
    }
    if (id !== undefined) return { id };
    const made = v5(key, namespace);
    if (this.made.size < maxRemembered) this.made.set(made, shortened(name));
    return { id: made };
  }

  /** One text for all ways to write a name of one row. */
  private keyOf(target: Target, name: string): string {
    const caseless = uniqueBy(target, this.uniquesOf(target.table))?.keys.at(-1)?.startsWith('lower(') === true;
    return `${targetName(target)}\t${caseless ? name.toLowerCase() : name}`;
  }

  /** The ids in the catalogue by name: several where a name says too little. */
  private async stored(target: Target, names: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
    const { table, key, type } = target;
    const unique = uniqueBy(target, this.uniquesOf(table));
    const expression = unique?.keys.at(-1) ?? key ?? 'id';
    const name = expression.startsWith('lower(') ? 'lower(wanted)' : 'wanted';
    const conditions = [
      `${expression} = ${name}`,
      ...(unique?.where == null ? [] : [unique.where]),
      ...(type === null ? [] : [`type::text = '${type}'`]),
    ];
    const text = `SELECT wanted, t.id::text FROM json_array_elements_text($1::json) AS w(wanted) JOIN ${table} t ON ${conditions.join(' AND ')}`;
    const ids = new Map<string, string[]>();
    for (const [asked, id] of await this.source.query({ text }, [JSON.stringify(names)])) {
      const known = ids.get(asked ?? '') ?? [];
      known.push(id ?? '');
      ids.set(asked ?? '', known);
    }
    return ids;
  }
}

const targetName = ({ table, type }: Target): string => (type === null ? table : `${table}/${type}`);

/** A unique index by which rows are told apart, beside what the type of a category says. */
export function uniqueBy({ key }: Target, uniques: readonly UniqueIndex[]): UniqueIndex | undefined {
  return uniques.find(({ keys }) => key !== null && [key, `lower(${key})`].includes(keys.at(-1) ?? ''));
}

const writtenId = (cells: SheetRow['cells']): string | undefined => cells.get('id')?.trim().toLowerCase();

function ownName({ key }: SheetPlan, cells: SheetRow['cells']): string | null {
  const name = key === null ? undefined : cells.get(key)?.trim();
  return name === undefined || name === '' ? null : name;
}

/** A category is told from others by its own type, too. */
function ownTarget({ collection, key }: SheetPlan, cells: SheetRow['cells']): Target {
  const type = categoryTypes.find((each) => each === cells.get('type')?.trim()) ?? null;
  return { table: collection, key, type: collection === 'categories' ? type : null };
}
