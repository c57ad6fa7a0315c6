import { useEffect, useMemo, useState } from 'preact/hooks';
import { readCatalogue } from '../interface/catalogue.js';
import { ask } from '../request/ask.js';
import { judgeToken } from '../request/asking.js';
import { type CollectionRoute, type Route, parseRoute, findValue } from '../request/route.js';
import { forgetToken, rememberToken } from '../request/token-link.js';
import { NoAnswer } from './problem.js';
import { SearchBox } from './search-box.js';
import { own, SessionContext, useAsking, useNames } from './session.js';
import { Today } from '../day/today.js';
import { TokenBar } from './token.js';

/** The explorer above or instead of the server's own page. */
export function Explorer({ home, given }: { home: HTMLElement; given: string | null }) {
  const route = useRoute();
  // The OpenAPI document needs no token.
  const description = useAsking('openapi.json', (signal) => ask(own('openapi.json'), null, signal));
  const { reply } = description;
  const catalogue = useMemo(() => (reply?.ok ? readCatalogue(reply.body) : null), [reply]);
  const [entered, setEntered] = useState(given === null ? null : { token: given });
  const check = useAsking(catalogue && entered, (signal, { token }) =>
    ask(own(`${catalogue?.collections[0]?.path}?limit=1`), token, signal),
  );
  const verdict = entered && judgeToken(check.reply);
  const token = entered && verdict === 'accepted' ? entered.token : null;
  const read = useNames(catalogue, token);
  const isOverview = route.view === 'collections' || (route.view === 'home' && token === null);
  home.hidden = !isOverview && catalogue !== null;

  const enter = (next: string | null, remember: boolean) => {
    if (next === null) forgetToken(null);
    else if (remember) rememberToken(next);
    setEntered(next === null ? null : { token: next });
  };

  useEffect(() => {
    if (entered && verdict === 'rejected') forgetToken(entered.token);
  }, [entered, verdict]);

  useEffect(() => {
    if (isOverview) document.title = 'Resource Catalogue';
  }, [isOverview]);

  return (
    <>
      <TokenBar verdict={verdict} check={check} canCheck={catalogue !== null} onToken={enter} />
      {reply?.ok === false && <NoAnswer {...description} />}
      {catalogue && (
        <SessionContext.Provider value={{ catalogue, token, ...read }}>
          {token !== null && <SearchBox />}
          {!isOverview && verdict !== 'unknown' && <Place route={route} />}
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
  const [views, setViews] = useState<typeof import('../data/collections.js') | 'failed' | null>(null);
  useEffect(() => {
    import('../data/collections.js').then(setViews, () => setViews('failed'));
  }, []);
  if (views === 'failed') return <main class="empty">This part of the page did not load. Reload the page.</main>;
  return views && <views.CollectionPlace route={route} />;
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
