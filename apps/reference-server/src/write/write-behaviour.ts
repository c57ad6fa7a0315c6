import { parseUrl, type ProblemCode } from '@resource-catalogue/contracts';
import { idOf, type JsonValue, objectsAt, type Row, textOf } from '../json.js';
import type { Answer, Request, Token } from '../http/exchange.js';
import { tagMatchesStrongly } from '../http/negotiation.js';
import { isDeleted } from '../list/filtering.js';
import { type BodyReading, readBody } from './body-text.js';
import type { Referenced } from './fields.js';
import { blocksOf, keptHtml, rendered } from './markdown.js';
import { freeSlug } from './slugs.js';

/** A write that is done, and what was there before. */
export interface Written {
  readonly before: Row | null;
  readonly after: Row;
}

/** How projects are written. */
export interface WriteBehaviour {
  readonly readBody: (bytes: Buffer) => BodyReading;
  readonly mediaTypesOf: (method: string) => readonly string[];
  /** How many bytes the body of this request may have (RATE-3). */
  readonly mostBytesOf: (request: Request) => number;
  readonly trimmed: (text: string) => string;
  readonly lengthOf: (text: string) => number;
  readonly isWebUrl: (text: string) => boolean;
  readonly folded: (tag: string) => string;
  readonly refersTo: (project: Row, to: Referenced, id: string) => boolean;
  readonly isUsable: (row: Row) => boolean;
  readonly slugOf: (name: string, taken: ReadonlySet<string>) => string;
  readonly slugOnRename: (before: Row, name: string, taken: ReadonlySet<string>) => string;
  readonly rendered: (markdown: string) => string;
  readonly blocksOf: (markdown: string) => number;
  /** What a project has rendered already, and a body that sends these fields does not replace (WRITE-10). */
  readonly keptHtml: (before: Row, sent: ReadonlySet<string>) => readonly string[];
  /** What a sent value makes of a key that has a value already (WRITE-2). */
  readonly merged: (key: string, before: JsonValue, sent: JsonValue) => JsonValue;
  readonly mayBecome: (state: string, next: string) => boolean;
  readonly publishedAt: (before: Row | null, state: string, now: string) => string | null;
  readonly updatedAt: (before: Row, now: number) => string;
  readonly hasChanged: (before: Row, after: Row) => boolean;
  /** The row that is stored, of the one that should be. */
  readonly stored: (written: Written) => Row;
  /** What a refused write leaves behind (WRITE-3). */
  readonly leftBehind: (before: Row | null, sent: Readonly<Record<string, JsonValue>>, code: ProblemCode) => Row | null;
  readonly answeredRow: (written: Written) => Row;
  readonly finishedWrite: (answer: Answer, request: Request) => Answer;
  readonly preconditionHolds: (ifMatch: string, etag: string) => boolean;
  readonly keyOf: (sent: string) => string | null;
  readonly keyScopeOf: (token: Token, key: string) => string;
  readonly isSameRequest: (before: Buffer, now: Buffer) => boolean;
  readonly replayHeaders: Readonly<Record<string, string>>;
  readonly keepsAnswer: (answer: Answer) => boolean;
  readonly runningHeaders: Readonly<Record<string, string>>;
  /** Whether a key is taken from the beginning of a request, not only from its end. */
  readonly reservesKeys: boolean;
  /** Whether a request that is refused gives its key back. */
  readonly releasesKeys: boolean;
  /** Where a write waits between its checks and its end; null for a server that does both at once. */
  readonly pause: (() => Promise<void>) | null;
}

const transitions: ReadonlySet<string> = new Set([
  'draft published',
  'published draft',
  'published archived',
  'archived published',
]);

export const referenceKeys: Readonly<Record<Referenced, readonly string[]>> = {
  members: ['author', 'collaborators'],
  spaces: ['space'],
  project_licenses: ['license'],
  project_thematics: ['thematics'],
  machines: ['machines'],
};

function refersTo(project: Row, to: Referenced, id: string): boolean {
  return referenceKeys[to].some(
    (key) => idOf(project[key]) === id || objectsAt(project, key).some((reference) => reference['id'] === id),
  );
}

function isWebUrl(text: string): boolean {
  return /^https?:\/\//i.test(text) && !/\s/.test(text) && parseUrl(text) !== null;
}

function publishedAt(before: Row | null, state: string, now: string): string | null {
  if (state === 'draft') return null;
  const known = before?.['published_at'];
  return typeof known === 'string' ? known : now;
}

/** Quoted or not, it is the same key (WRITE-7). */
function keyOf(sent: string): string | null {
  const key = /^"(.*)"$/.exec(sent)?.[1] ?? sent;
  return /^[\x21-\x7e]{1,255}$/.test(key) ? key : null;
}

const merge = 'application/merge-patch+json';

export const soundWrites: WriteBehaviour = {
  readBody,
  mediaTypesOf: (method) => (method === 'PATCH' ? ['application/json', merge] : ['application/json']),
  mostBytesOf: () => 1024 * 1024,
  trimmed: (text) => text.trim(),
  lengthOf: (text) => [...text].length,
  isWebUrl,
  folded: (tag) => tag.toUpperCase().toLowerCase(),
  refersTo,
  isUsable: (row) => !('soft_deleted_at' in row) || !isDeleted(row),
  slugOf: freeSlug,
  slugOnRename: ({ slug }) => textOf(slug),
  rendered,
  blocksOf,
  keptHtml,
  merged: (_key, _before, sent) => sent,
  mayBecome: (state, next) => state === next || transitions.has(`${state} ${next}`),
  publishedAt,
  updatedAt: ({ updated_at }, now) => new Date(Math.max(now, Date.parse(updated_at) + 1)).toISOString(),
  hasChanged: (before, after) => JSON.stringify(before) !== JSON.stringify(after),
  stored: ({ after }) => after,
  leftBehind: () => null,
  answeredRow: ({ after }) => after,
  finishedWrite: (answer) => answer,
  preconditionHolds: tagMatchesStrongly,
  keyOf,
  keyScopeOf: (token, key) => `${token.id} ${key}`,
  isSameRequest: (before, now) => before.equals(now),
  replayHeaders: { 'Idempotency-Replayed': 'true' },
  keepsAnswer: ({ status }) => status === 201,
  runningHeaders: { 'Retry-After': '1' },
  reservesKeys: true,
  releasesKeys: true,
  pause: null,
};
