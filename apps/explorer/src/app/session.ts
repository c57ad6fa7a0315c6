import { createContext } from 'preact';
import { useContext, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Catalogue } from '../interface/catalogue.js';
import type { JsonObject } from '../interface/json.js';
import { ask, toPage, type Reply } from '../request/ask.js';
import { type Asked, Asking } from '../request/asking.js';
import { browserClock, type Clock, followTime } from '../request/clock.js';
import { NameLists, zoneIn, zonesIn } from '../search/name-lists.js';

/** State shared by all views, including the token, which is in no URL and stored only in `request/token-link.ts`. */
export interface Session {
  readonly catalogue: Catalogue;
  readonly token: string | null;
  readonly names: NameLists | null;
  /** All spaces that the token may read. */
  readonly spaces: Answered;
  /** The time zones of the spaces by id; null until they are read. */
  readonly zones: ReadonlyMap<string, string> | null;
}

export const SessionContext = createContext<Session>({
  catalogue: { baseUrl: '', collections: [] },
  token: null,
  names: null,
  spaces: { reply: null, retryAt: null, askAgain: () => undefined },
  zones: null,
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

/** Requests a target while it is shown; null requests nothing. */
export function useReply(target: string | null): Answered {
  const { token } = useSession();
  const question = target === null || token === null ? null : JSON.stringify([target, token]);
  return useAsking(question, (signal) => ask(own(target ?? ''), token, signal));
}

/** The names and spaces that a token may read, while the token is in use. */
export function useNames(
  catalogue: Catalogue | null,
  token: string | null,
): Pick<Session, 'names' | 'spaces' | 'zones'> {
  const names = useMemo(
    () =>
      catalogue && token !== null
        ? new NameLists(catalogue, (target) => ask(own(target), token, new AbortController().signal))
        : null,
    [catalogue, token],
  );
  const spaces = useAsking(names, (_, lists) => lists.spaces());
  const { reply } = spaces;
  const zones = useMemo(() => reply && zonesIn(reply), [reply]);
  return { names, spaces, zones };
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
