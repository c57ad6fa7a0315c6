import type { Catalogue } from '../interface/catalogue.js';
import { type JsonObject, asObject, asText } from '../interface/json.js';
import { knownZone } from '../week/zone.js';
import { type Reply, toPage } from './ask.js';
import { fullPages } from './pages.js';
import { formatTarget, sortedBy } from './route.js';

/** Reads with one token; the spaces are read once. */
export class Reader {
  private spacesRead: Promise<Reply> | null = null;

  constructor(
    private readonly catalogue: Catalogue,
    readonly read: (target: string) => Promise<Reply>,
  ) {}

  /** All spaces that the token may read, including deleted ones, by name. */
  spaces(): Promise<Reply> {
    const path = this.catalogue.collections.find(({ name }) => name === 'spaces')?.path ?? '';
    this.spacesRead ??= this.read(formatTarget(path, fullPages([sortedBy('name')]))).then((reply) => {
      // The next request retries.
      if (!reply.ok) this.spacesRead = null;
      return reply;
    });
    return this.spacesRead;
  }
}

/** The time zone of each space, by its id. */
export const zonesIn = (spaces: Reply): ReadonlyMap<string, string> =>
  new Map(
    (spaces.ok ? toPage(spaces.body).rows : []).map((row) => [
      asText(row['id']) ?? '',
      knownZone(asText(row['time_zone']) ?? 'UTC'),
    ]),
  );

/** The time zone of a row's space; UTC without one. */
export const zoneIn = (zones: ReadonlyMap<string, string>, row: JsonObject): string =>
  zones.get(asText(asObject(row['space'])['id']) ?? '') ?? 'UTC';
