import { objectOf, textOf } from '@resource-catalogue/testing/json';
import { walk, type Reads } from '../../support/list-page.js';

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

export async function entitiesOf(service: Reads): Promise<Entities> {
  const ids = async (collection: string, deleted?: boolean): Promise<string[]> => {
    const filter = deleted === undefined ? '' : `&filters[soft_deleted][eq]=${deleted}`;
    const rows = await walk(service, collection, `sort=created_at&limit=200${filter}`);
    return rows.map((row) => textOf(row['id']));
  };
  const [author = '', ...members] = await ids('members', false);
  return {
    author,
    members,
    deletedMember: first(await ids('members', true)),
    spaces: await ids('spaces', false),
    deletedSpace: first(await ids('spaces', true)),
    licenses: await ids('project_licenses'),
    thematics: await ids('project_thematics'),
    machines: await ids('machines', false),
    deletedMachine: first(await ids('machines', true)),
    nothing: '0198c1a4-0000-7000-8000-000000000000',
  };
}

function first(ids: readonly string[]): string {
  const [id] = ids;
  if (id === undefined) throw new Error('The seed must have deleted members, spaces and machines.');
  return id;
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
