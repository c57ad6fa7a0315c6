import { v5 } from 'uuid';
import type { ReadSource } from '@resource-catalogue/database';
import type { Definition } from '@resource-catalogue/read';
import { isObject } from '@resource-catalogue/program';
import { rowsWithIds } from '../export-rows.js';
import { memberText } from '../raw-json.js';
import type { UniqueIndex } from '../table-facts.js';
import { isUuid } from '../value-checks.js';
import type { Target } from './sheet-columns.js';
import { ownKey } from './natural-keys.js';

/** The namespace of the ids that are made of names. */
const namespace = '4b4f6a1c-6e0e-4d52-9a51-0d1f8f4c2b7e';

const targetName = ({ table, type }: Target): string => (type === null ? table : `${table}/${type}`);

/** A unique index by which rows are told apart, beside what the type of a category says. */
export function uniqueBy({ key }: Target, uniques: readonly UniqueIndex[]): UniqueIndex | undefined {
  return uniques.find(({ keys }) => key !== null && [key, `lower(${key})`].includes(keys.at(-1) ?? ''));
}

/** The id that a row gets by what it is known by, if the catalogue has none by that name yet: always the same. */
export const madeId = (known: string): string => v5(known, namespace);

/** Finds the ids of what sheets call by name, in one statement for each kind of name. */
export class KeyLookup {
  private readonly wanted = new Map<string, { readonly target: Target; readonly names: Set<string> }>();
  private readonly found = new Map<string, Map<string, string[]>>();

  constructor(
    private readonly source: ReadSource,
    private readonly uniquesOf: (table: string) => readonly UniqueIndex[],
  ) {}

  want(target: Target, name: string): void {
    const asked = this.wanted.get(targetName(target)) ?? { target, names: new Set<string>() };
    asked.names.add(name);
    this.wanted.set(targetName(target), asked);
  }

  /** One text for all ways to write a name of one row. */
  known(target: Target, name: string): string {
    const caseless = uniqueBy(target, this.uniquesOf(target.table))?.keys.at(-1)?.startsWith('lower(') === true;
    return `${targetName(target)}\t${caseless ? name.toLowerCase() : name}`;
  }

  async load(): Promise<void> {
    for (const { target, names } of this.wanted.values()) {
      if (target.key !== ownKey) this.found.set(targetName(target), await this.ask(target, [...names]));
    }
  }

  /** The ids in the catalogue: several where a name says too little. */
  idsOf(target: Target, name: string): readonly string[] {
    return this.found.get(targetName(target))?.get(name) ?? [];
  }

  private async ask(target: Target, names: readonly string[]): Promise<Map<string, string[]>> {
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

/** A row that is stored, as the API shows it. */
export interface StoredRow {
  readonly value: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** The rows that are stored with these ids. */
export async function storedRows(
  source: ReadSource,
  definition: Definition,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, StoredRow>> {
  const wanted = new Set(ids.filter(isUuid));
  const found = new Map<string, StoredRow>();
  if (wanted.size === 0) return found;
  for await (const texts of rowsWithIds(definition, source, [...wanted].sort())) {
    for (const text of texts) {
      const value: unknown = JSON.parse(text);
      if (isObject(value)) found.set(String(value['id']), { value, text });
    }
  }
  return found;
}

/** The JSON of what a row keeps, as it is written; undefined where printing it again gives the same. */
export function keptText(value: StoredRow['value'], stored: StoredRow): string | undefined {
  if (JSON.stringify(stored.value) === stored.text) return undefined;
  const kept = Object.keys(value).filter((key) => typeof value[key] === 'object' && value[key] === stored.value[key]);
  return `{${kept.map((key) => `"${key}":${memberText(stored.text, key, value[key])}`).join()}}`;
}
