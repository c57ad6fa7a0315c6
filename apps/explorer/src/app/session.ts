import { createContext } from 'preact';
import { useContext, useEffect, useId, useMemo, useRef, useState } from 'preact/hooks';
import type { Catalogue, Collection } from '../api/catalogue.js';
import type { JsonObject } from '../api/json.js';
import { type Reply, toPage } from '../request/send-request.js';
import { type RequestState, RetriedRequest, isTemporary } from '../request/retried-request.js';
import { followTime } from '../request/clock.js';
import { readPages, fullPages, type Read } from '../request/pages.js';
import { formatTarget, type Pair, rowTarget } from '../request/route.js';
import type { NameLists } from '../search/name-lists.js';
import { zoneIn } from '../time/zone.js';

/** A request behind the current view. */
export interface ShownRequest {
  /** Path and query. */
  readonly target: string;
  readonly collection: Collection;
  /** The id of a row, or the query of a list. */
  readonly idOrQuery: string | readonly Pair[];
  readonly reply: Reply | null;
}

/** State shared by all views. The token is in no URL, and stored only in `request/storage.ts`. */
export interface Session {
  readonly catalogue: Catalogue;
  /** Null without a token. */
  readonly read: Read | null;
  /** All spaces that the token may read. */
  readonly spaces: RepeatableRequest;
  /** The time zones of the spaces by id; null until they are read. */
  readonly zones: ReadonlyMap<string, string> | null;
  /** Names that were read with the token. */
  readonly names: NameLists;
  /** The requests behind the current view, by the part of the view. */
  readonly requests: ReadonlyMap<string, ShownRequest>;
  readonly show: (part: string, request: ShownRequest | null) => void;
}

export const SessionContext = createContext<Session>({
  catalogue: { baseUrl: '', collections: [] },
  read: null,
  spaces: { reply: null, retryAt: null, sendAgain: () => undefined },
  zones: null,
  names: new Map(),
  requests: new Map(),
  show: () => undefined,
});

export const useSession = (): Session => useContext(SessionContext);

/** A URL of this service: relative, so that it works behind a path prefix. */
export const serviceUrl = (target: string): string =>
  new URL(target.replace(/^\//, ''), document.baseURI.replace(/#.*/, '')).href;

/** The current time, updated at the start of each step of this many milliseconds. */
export function useNow(step: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => followTime(step, setNow), [step]);
  return now;
}

/** The state of a request, and a function to send it now. */
export interface RepeatableRequest extends RequestState {
  readonly sendAgain: () => void;
}

const unsent: RequestState = { reply: null, retryAt: null };

/** Sends a request while its view is shown; null sends nothing. */
export function useRequest<Subject extends string | object>(
  subject: Subject | null,
  send: (signal: AbortSignal, subject: Subject) => Promise<Reply>,
): RepeatableRequest {
  const [state, setState] = useState({ subject, request: unsent });
  const current = useRef<RetriedRequest | null>(null);
  useEffect(() => {
    if (subject === null) return undefined;
    const request = new RetriedRequest(
      (signal) => send(signal, subject),
      (next) => setState({ subject, request: next }),
    );
    current.current = request;
    void request.send();
    return () => request.stop();
  }, [subject]);
  return { ...(state.subject === subject ? state.request : unsent), sendAgain: () => void current.current?.send() };
}

/** Reads a row by its id, or a list by its query, and shows the request in the drawer; null reads nothing. */
export function useReply(
  collection: Collection | undefined,
  idOrQuery: string | readonly Pair[] | null,
): RepeatableRequest {
  const { read, show } = useSession();
  const part = useId();
  const request = collection && idOrQuery !== null ? toRequest(collection, idOrQuery) : null;
  const subject = useMemo(() => request && read && { read, target: request.target }, [request?.target, read]);
  const sent = useRequest(subject, (signal, { read: send, target }) =>
    typeof idOrQuery === 'string'
      ? send(target, signal)
      : readPages((page) => send(page, signal), collection?.path ?? '', idOrQuery ?? []),
  );
  useEffect(() => show(part, request && { ...request, reply: sent.reply }), [request?.target, sent.reply]);
  useEffect(() => () => show(part, null), []);
  return sent;
}

const toRequest = (collection: Collection, idOrQuery: string | readonly Pair[]): Omit<ShownRequest, 'reply'> =>
  typeof idOrQuery === 'string'
    ? { target: rowTarget(collection.path, idOrQuery), collection, idOrQuery }
    : { target: formatTarget(collection.path, fullPages(idOrQuery)), collection, idOrQuery: fullPages(idOrQuery) };

/** A list that a view needs. */
export interface ListRequest extends RepeatableRequest {
  /** The rows of the last success, kept during temporary failures; empty until they arrive. */
  readonly rows: readonly JsonObject[];
  /** When the rows were read, in milliseconds since 1970; null without rows. */
  readonly readAt: number | null;
  /** Whether there are more rows than a view reads. */
  readonly hasMore: boolean;
}

/** Reads a list up to `maxRows`, or up to the limit of the query; null reads nothing. */
export function useRows(name: string, query: readonly Pair[] | null): ListRequest {
  const { catalogue } = useSession();
  const sent = useReply(
    catalogue.collections.find((one) => one.name === name),
    query,
  );
  const { reply } = sent;
  const key = JSON.stringify(query);
  const last = useRef<{ key: string; reply: Reply; at: number } | null>(null);
  if (reply?.ok && last.current?.reply !== reply) last.current = { key, reply, at: Date.now() };
  const isLost = reply?.ok === false && !isTemporary(reply.failure);
  const kept = last.current?.key === key && !isLost ? last.current : null;
  const { rows, next } = toPage(kept?.reply.ok ? kept.reply.body : {});
  return { ...sent, rows, readAt: kept?.at ?? null, hasMore: next !== null };
}

/** The spaces read so far. */
export function useSpaces(): readonly JsonObject[] {
  const { reply } = useSession().spaces;
  return reply?.ok ? toPage(reply.body).rows : [];
}

/** The time zone of a row's space; UTC until the spaces are read. */
export function useZones(): (row: JsonObject) => string {
  const { zones } = useSession();
  return (row) => zoneIn(zones, row);
}

/** The time zone in which the times of a row are shown. */
export const ZoneContext = createContext('UTC');
