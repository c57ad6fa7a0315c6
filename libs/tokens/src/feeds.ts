import {
  eventsContract,
  machinesContract,
  machineUnitsContract,
  membersContract,
  parseUuid,
  placesContract,
  placeUnitsContract,
  spacesContract,
  trainingsContract,
} from '@resource-catalogue/contracts';
import type { Database } from '@resource-catalogue/database';
import { CommandError, printable } from '@resource-catalogue/program';

const contracts = [
  machineUnitsContract,
  machinesContract,
  placeUnitsContract,
  placesContract,
  spacesContract,
  trainingsContract,
  eventsContract,
  membersContract,
] as const;

/** A collection whose rows have calendar feeds. */
export type FeedCollection = (typeof contracts)[number]['name'];

/** The calendar feed of one row. */
export interface Feed {
  readonly collection: FeedCollection;
  readonly id: string;
  /** Whether it shows the names of members. */
  readonly withNames: boolean;
}

/** The feed of a stored token; null if it has none, or one of a collection unknown to this version. */
export function parseFeed(row: {
  readonly feed_collection: string | null;
  readonly feed_id: string | null;
  readonly feed_names: boolean;
}): Feed | null {
  const { feed_collection: collection, feed_id: id, feed_names: withNames } = row;
  return isFeedCollection(collection) && id !== null ? { collection, id, withNames } : null;
}

export const feedCollections: readonly FeedCollection[] = contracts.map(({ name }) => name);

const isFeedCollection = (name: string | null): name is FeedCollection =>
  contracts.some((contract) => contract.name === name);

/** `machine` for `machines`: the name of a collection in `--feed`. */
export const feedKind = (collection: FeedCollection): string => collection.replace(/s$/, '');

/** The path and query that calendars subscribe to. */
export const feedPath = ({ collection, id }: Feed, token: string): string =>
  `/calendars/${collection}/${id}.ics?token=${token}`;

const kinds = feedCollections.map(feedKind).join(', ');

/** Finds the row of `KIND:NAME`, whose name is its id or the natural key of its collection. */
export async function findFeed({ source }: Pick<Database, 'source'>, text: string, withNames: boolean): Promise<Feed> {
  const [, kind, name = ''] = /^([a-z_]+):(.+)$/s.exec(text.trim()) ?? [];
  const contract = contracts.find((one) => feedKind(one.name) === kind);
  if (!contract) throw rejection(`--feed must be KIND:NAME, like machine:laser-cutter; the kinds are ${kinds}`);
  const { name: collection, naturalKey } = contract;
  const [row] = await source.query(
    {
      text: `SELECT id::text, (soft_deleted_at IS NOT NULL)::text FROM ${collection}
        WHERE id = $1::uuid OR ${naturalKey} = $2 ORDER BY id = $1::uuid DESC LIMIT 1`,
    },
    [parseUuid(name), name],
  );
  const described = `${feedKind(collection).replaceAll('_', ' ')} with the id or ${naturalKey} ${printable(name)}`;
  const [id, deleted] = row ?? [];
  if (typeof id !== 'string') throw rejection(`no ${described} exists`);
  if (deleted === 'true') throw rejection(`the ${described} is deleted`);
  return { collection, id, withNames };
}

const rejection = (reason: string): CommandError => new CommandError(`The token was not created: ${reason}.`);
