import { useEffect, useState } from 'preact/hooks';
import { type Catalogue, readCatalogue } from '../interface/catalogue.js';
import { ask, type Failure } from '../request/ask.js';
import { type CollectionRoute, type Route, parseRoute, findValue } from '../request/route.js';
import { rememberToken } from '../request/token-link.js';
import { Problem } from './problem.js';
import { SearchBox } from './search-box.js';
import { own, SessionContext, useDrafts, useNames } from './session.js';
import { Today } from './today.js';
import { TokenBar } from './token.js';

/** The explorer above or instead of the server's own page. */
export function Explorer({ home, given }: { home: HTMLElement; given: string | null }) {
  const route = useRoute();
  const { catalogue, failure } = useCatalogue();
  const [token, setToken] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<Failure | null>(null);
  const read = useNames(catalogue, token);
  const drafts = useDrafts();
  const isOverview = route.view === 'collections' || (route.view === 'home' && token === null);
  home.hidden = !isOverview && catalogue !== null;

  const enter = async (entered: string | null, remember: boolean) => {
    // Errors of an earlier token do not apply to this one.
    setRefusal(null);
    const answer = entered !== null && catalogue ? await checkToken(catalogue, entered) : null;
    setRefusal(answer);
    setToken(answer ? null : entered);
    if (answer || entered === null) rememberToken(null);
    else if (remember) rememberToken(entered);
  };

  useEffect(() => {
    if (catalogue && given !== null) void enter(given, false);
  }, [catalogue]);

  useEffect(() => {
    if (isOverview) document.title = 'Resource Catalogue';
  }, [isOverview]);

  return (
    <>
      <TokenBar
        token={token}
        refusal={refusal}
        canCheck={catalogue !== null}
        onToken={(entered, remember) => void enter(entered, remember)}
      />
      {failure && <Problem failure={failure} />}
      {catalogue && (
        <SessionContext.Provider value={{ catalogue, token, drafts, ...read }}>
          {token !== null && <SearchBox />}
          {!isOverview && <Place route={route} />}
        </SessionContext.Provider>
      )}
    </>
  );
}

/** A day, a collection or one of its rows. */
function Place({ route }: { route: Exclude<Route, { view: 'collections' }> }) {
  return route.view === 'home' ? <Today space={route.space} day={route.day} /> : <CollectionsLater route={route} />;
}

/** Collections and rows are a separate file, loaded on first use. */
function CollectionsLater({ route }: { route: CollectionRoute }) {
  const [views, setViews] = useState<typeof import('./collections.js') | 'failed' | null>(null);
  useEffect(() => {
    import('./collections.js').then(setViews, () => setViews('failed'));
  }, []);
  if (views === 'failed') return <main class="empty">This part of the page did not load. Reload the page.</main>;
  return views && <views.CollectionPlace route={route} />;
}

/** The service's error for a token; a missing scope does not count. */
async function checkToken({ collections }: Catalogue, token: string): Promise<Failure | null> {
  const reply = await ask(own(`${collections[0]?.path}?limit=1`), token, new AbortController().signal);
  return reply.ok || reply.failure.status === 403 ? null : reply.failure;
}

function useRoute(): Route {
  const [route, setRoute] = useState(() => parseRoute(location.hash));
  useEffect(() => {
    const change = () => setRoute(parseRoute(location.hash));
    addEventListener('hashchange', change);
    return () => removeEventListener('hashchange', change);
  }, []);
  // Another filter or week is the same view, so the scroll position stays.
  useEffect(() => window.scrollTo(0, 0), [scrollKey(route)]);
  return route;
}

function scrollKey(route: Route): string {
  if (route.view === 'home' || route.view === 'collections') return route.view;
  const { view, collection } = route;
  return `${view} ${collection} ${view === 'list' ? findValue(route.query, 'cursor') : route.id}`;
}

interface Known {
  readonly catalogue: Catalogue | null;
  readonly failure: Failure | null;
}

/** The OpenAPI document, which needs no token. */
function useCatalogue(): Known {
  const [known, setKnown] = useState<Known>({ catalogue: null, failure: null });
  useEffect(() => {
    const stop = new AbortController();
    void ask(own('openapi.json'), null, stop.signal).then((reply) =>
      setKnown(
        reply.ok
          ? { catalogue: readCatalogue(reply.body), failure: null }
          : { catalogue: null, failure: reply.failure },
      ),
    );
    return () => stop.abort();
  }, []);
  return known;
}
