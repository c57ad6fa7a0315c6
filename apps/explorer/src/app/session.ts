import { createContext } from 'preact';
import { useContext, useEffect, useId, useMemo, useRef, useState } from 'preact/hooks';
import type { Catalogue, Collection } from '../interface/catalogue.js';
import type { JsonObject } from '../interface/json.js';
import { ask, toPage, type Reply } from '../request/ask.js';
import { type Asked, Asking } from '../request/asking.js';
import { browserClock, type Clock, followTime } from '../request/clock.js';
import { Reader, zoneIn, zonesIn } from '../request/reader.js';
import { formatTarget, type Pair, rowTarget } from '../request/route.js';
import { type ShownRequest, ShownRequests } from '../request/shown-requests.js';

/** State shared by all views, including the token, which is in no URL and stored only in `request/token-link.ts`. */
export interface Session {
  readonly catalogue: Catalogue;
  readonly token: string | null;
  /** Null without a token. */
  readonly reader: Reader | null;
  /** All spaces that the token may read. */
  readonly spaces: Answered;
  /** The time zones of the spaces by id; null until they are read. */
  readonly zones: ReadonlyMap<string, string> | null;
  readonly requests: ShownRequests;
}

export const SessionContext = createContext<Session>({
  catalogue: { baseUrl: '', collections: [] },
  token: null,
  reader: null,
  spaces: { reply: null, retryAt: null, askAgain: () => undefined },
  zones: null,
  requests: new ShownRequests(),
});

export const useSession = (): Session => useContext(SessionContext);

/** A URL of this service: relative, so that it works behind a path prefix. */
export const own = (target: string): string =>
  new URL(target.replace(/^\//, ''), document.baseURI.replace(/#.*/, '')).href;

export const ClockContext = createContext<Clock>(browserClock);

/** The time, as of the last beginning of a step in milliseconds. */
export function useNow(step: number): number {
  const clock = useContext(ClockContext);
  const [now, setNow] = useState(clock.now);
  useEffect(() => followTime(clock, step, now, setNow), [clock, step]);
  return now;
}

/** The state of a request, and a function to send it now. */
export interface Answered extends Asked {
  readonly askAgain: () => void;
}

const unasked: Asked = { reply: null, retryAt: null };

/** Sends the request of a question while it is shown; null requests nothing. */
export function useAsking<Question extends string | object>(
  question: Question | null,
  send: (signal: AbortSignal, question: Question) => Promise<Reply>,
): Answered {
  const clock = useContext(ClockContext);
  const [state, setState] = useState({ question, asked: unasked });
  const current = useRef<Asking | null>(null);
  useEffect(() => {
    if (question === null) return undefined;
    const asking = new Asking(
      (signal) => send(signal, question),
      clock,
      (asked) => setState({ question, asked }),
    );
    current.current = asking;
    void asking.ask();
    return () => asking.stop();
  }, [question]);
  return { ...(state.question === question ? state.asked : unasked), askAgain: () => void current.current?.ask() };
}

/** Requests a row by its id, or one page of a list, while it is shown; null requests nothing. */
export function useReply(collection: Collection, asked: string | readonly Pair[] | null): Answered {
  const { token } = useSession();
  const { path } = collection;
  const target = asked === null ? null : typeof asked === 'string' ? rowTarget(path, asked) : formatTarget(path, asked);
  const question = target === null || token === null ? null : JSON.stringify([target, token]);
  const answered = useAsking(question, (signal) => ask(own(target ?? ''), token, signal));
  useShown(target === null || asked === null ? null : { target, collection, asked, reply: answered.reply });
  return answered;
}

/** Lists a request among those of the current view. */
export function useShown(request: ShownRequest | null): void {
  const { requests } = useSession();
  const part = useId();
  useEffect(() => {
    if (request) requests.put(part, request);
  }, [request?.target, request?.reply]);
  useEffect(() => () => requests.remove(part), [request?.target === undefined]);
}

/** Reads with a token, and the spaces that it may read. */
export function useReader(
  catalogue: Catalogue | null,
  token: string | null,
): Pick<Session, 'reader' | 'spaces' | 'zones'> {
  const reader = useMemo(
    () =>
      catalogue && token !== null
        ? new Reader(catalogue, (target) => ask(own(target), token, new AbortController().signal))
        : null,
    [catalogue, token],
  );
  const spaces = useAsking(reader, (_, one) => one.spaces());
  const { reply } = spaces;
  const zones = useMemo(() => reply && zonesIn(reply), [reply]);
  return { reader, spaces, zones };
}

/** The spaces read so far. */
export function useSpaces(): readonly JsonObject[] {
  const { reply } = useSession().spaces;
  return reply?.ok ? toPage(reply.body).rows : [];
}

/** The time zone of a row's space; UTC until the spaces are read. */
export function useZones(): (row: JsonObject) => string {
  const { zones } = useSession();
  return (row) => zoneIn(zones ?? new Map(), row);
}

/** The time zone in which the times of a row are shown. */
export const ZoneContext = createContext('UTC');
