import { createContext } from 'preact';
import { useContext, useEffect, useMemo, useState } from 'preact/hooks';
import type { Catalogue } from '../interface/catalogue.js';
import type { Draft } from '../interface/draft.js';
import type { JsonObject } from '../interface/json.js';
import { ask, toPage, type Reply } from '../request/ask.js';
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
  /** Unsaved input, by the URL of its form. It outlives the form and the token. */
  readonly drafts: Map<string, Draft>;
}

export const SessionContext = createContext<Session>({
  catalogue: { baseUrl: '', collections: [], document: {} },
  token: null,
  names: null,
  spaces: { reply: null, askAgain: () => undefined },
  zones: null,
  drafts: new Map(),
});

export const useSession = (): Session => useContext(SessionContext);

/** A URL of this service: relative, so that it works behind a path prefix. */
export const own = (target: string): string =>
  new URL(target.replace(/^\//, ''), document.baseURI.replace(/#.*/, '')).href;

/** A response, null until there is one, and a function to retry. */
export interface Answered {
  readonly reply: Reply | null;
  readonly askAgain: () => void;
}

/** Requests a target while it is shown; null requests nothing. */
export function useReply(target: string | null): Answered {
  const { token } = useSession();
  const [state, setState] = useState<{ question: string; reply: Reply } | null>(null);
  const [round, setRound] = useState(0);
  const question = JSON.stringify([target, token, round]);
  useEffect(() => {
    if (target === null || token === null) return undefined;
    const stop = new AbortController();
    ask(own(target), token, stop.signal).then(
      (reply) => setState({ question, reply }),
      // Dropped, because the view has changed.
      () => undefined,
    );
    return () => stop.abort();
  }, [question]);
  return { reply: state?.question === question ? state.reply : null, askAgain: () => setRound(round + 1) };
}

/** The drafts of all forms. The browser warns before it closes a page with drafts. */
export function useDrafts(): Session['drafts'] {
  const [drafts] = useState<Session['drafts']>(() => new Map());
  useEffect(() => {
    const warn = (event: Event) => {
      if (drafts.size > 0) event.preventDefault();
    };
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, []);
  return drafts;
}

/** The names and spaces that a token may read, while the token is in use. */
export function useNames(
  catalogue: Catalogue | null,
  token: string | null,
): Pick<Session, 'names' | 'spaces' | 'zones'> {
  const [reply, setReply] = useState<Reply | null>(null);
  const [round, setRound] = useState(0);
  const names = useMemo(
    () =>
      catalogue && token !== null
        ? new NameLists(catalogue, (target) => ask(own(target), token, new AbortController().signal))
        : null,
    [catalogue, token, round],
  );
  useEffect(() => {
    let isCurrent = true;
    setReply(null);
    void names?.spaces().then((read) => isCurrent && setReply(read));
    return () => {
      isCurrent = false;
    };
  }, [names]);
  const zones = useMemo(() => reply && zonesIn(reply), [reply]);
  return { names, spaces: { reply, askAgain: () => setRound(round + 1) }, zones };
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
