import type { TestDatabase } from '@resource-catalogue/database/testing/databases';
import { select } from '@resource-catalogue/database/testing/stored';
import { objectOf, textOf } from '@resource-catalogue/testing/json';

/** Ids of the catalogue that bodies refer to; `nothing` is the id of nothing. */
export interface Entities {
  readonly author: string;
  readonly members: readonly string[];
  readonly deletedMember: string;
  readonly spaces: readonly string[];
  readonly deletedSpace: string;
  readonly licenses: readonly string[];
  readonly thematics: readonly string[];
  readonly machines: readonly string[];
  readonly deletedMachine: string;
  readonly nothing: string;
}

export async function entitiesOf({ database }: Pick<TestDatabase, 'database'>): Promise<Entities> {
  const ids = async (from: string): Promise<string[]> => {
    const rows = await select(database, `SELECT id::text FROM ${from} ORDER BY created_at, id`);
    if (rows.length === 0) throw new Error(`The seed must have ${from}.`);
    return rows.map(([id]) => textOf(id));
  };
  const live = (table: string) => ids(`${table} WHERE soft_deleted_at IS NULL`);
  const deleted = async (table: string) => (await ids(`${table} WHERE soft_deleted_at IS NOT NULL`))[0] ?? '';
  const [author = '', ...members] = await live('members');
  return {
    author,
    members,
    deletedMember: await deleted('members'),
    spaces: await live('spaces'),
    deletedSpace: await deleted('spaces'),
    licenses: await ids('project_licenses'),
    thematics: await ids('project_thematics'),
    machines: await live('machines'),
    deletedMachine: await deleted('machines'),
    nothing: '0198c1a4-0000-7000-8000-000000000000',
  };
}

/** What a project's summaries name: the id of one, the ids of several in one order, and every other value as it is. */
export function withIds(project: unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(objectOf(project)).map(([key, value]) => [key, idsIn(key, value)]));
}

function idsIn(key: string, value: unknown): unknown {
  if (key === 'space' || key === 'license' || key === 'author') return value === null ? null : objectOf(value)['id'];
  if (!['thematics', 'machines', 'collaborators'].includes(key) || !Array.isArray(value)) return value;
  return value.map((summary) => textOf(objectOf(summary)['id'])).sort();
}
