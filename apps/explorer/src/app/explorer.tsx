import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import { Today } from '../day/today.js';
import { mainSpace } from '../day/use-day.js';
import { type Catalogue, readCatalogue } from '../api/catalogue.js';
import { rowLabel } from '../api/rows.js';
import { sendRequest, toPage } from '../request/send-request.js';
import { judgeToken } from '../request/retried-request.js';
import { readPages, type Read } from '../request/pages.js';
import { findValue, parseRoute, type Route, sortedBy } from '../request/route.js';
import { forgetToken, keepChoice, keptChoice, rememberToken } from '../request/storage.js';
import { zonesOf } from '../time/zone.js';
import { Header } from './header.js';
import { Icon } from './icons.js';
import { Later } from './later-views.js';
import { NoData, Problem } from './problem.js';
import { serviceUrl, type Session, SessionContext, type ShownRequest, useRequest } from './session.js';
import { TokenControl, TokenForm } from './token.js';
import { ServerPart, type ServerParts } from './welcome.js';

const product = 'Resource Catalogue';

/** The explorer, around the parts of the server's page. */
export function Explorer({ parts, given }: { parts: ServerParts; given: string | null }) {
  const route = useRoute();
  // The OpenAPI document needs no token.
  const description = useRequest('openapi.json', (signal) => sendRequest(serviceUrl('openapi.json'), null, signal));
  const { reply } = description;
  const catalogue = useMemo(() => (reply?.ok ? readCatalogue(reply.body) : null), [reply]);
  const access = useToken(catalogue, given);
  const { token, verdict } = access;
  const session = useNewSession(catalogue, token);
  const spaces = session.spaces.reply?.ok ? toPage(session.spaces.reply.body).rows : [];
  const space = mainSpace(spaces);
  const isFirst = route.view === 'home' || route.view === 'board';
  return (
    <SessionContext.Provider value={session}>
      {route.view === 'board' && token !== null ? (
        <Later>{(views) => <views.Board space={route.space} />}</Later>
      ) : (
        <Frame name={space ? rowLabel(space) : product} route={route} access={access} />
      )}
      {description.reply?.ok === false && <NoData {...description} />}
      {verdict === 'unknown' && <Checking check={access.check} />}
      {token === null && verdict !== 'unknown' && <Entrance isFirst={isFirst} access={access} parts={parts} />}
      {catalogue && verdict !== 'unknown' && (token !== null || !isFirst) && verdict !== 'rejected' && (
        <Place route={route} parts={parts} />
      )}
    </SessionContext.Provider>
  );
}

const noCatalogue = { baseUrl: '', collections: [] };

/** The state shared by all views while a token is used. */
function useNewSession(catalogue: Catalogue | null, token: string | null): Session {
  const read = useMemo<Read | null>(
    () =>
      token === null
        ? null
        : (target, signal = new AbortController().signal) => sendRequest(serviceUrl(target), token, signal),
    [token],
  );
  const path = catalogue?.collections.find(({ name }) => name === 'spaces')?.path;
  const source = useMemo(() => (read && path !== undefined ? { read, path } : null), [read, path]);
  const spaces = useRequest(source, (signal, { read: send, path: list }) =>
    readPages((page) => send(page, signal), list, [sortedBy('name')]),
  );
  const { reply } = spaces;
  const zones = useMemo(() => reply && zonesOf(reply.ok ? toPage(reply.body).rows : []), [reply]);
  const names = useMemo(() => new Map(), [read]);
  const [requests, setRequests] = useState<ReadonlyMap<string, ShownRequest>>(new Map());
  const show = useCallback((part: string, request: ShownRequest | null) => {
    setRequests((shown) => {
      const next = new Map(shown);
      if (request) next.set(part, request);
      else next.delete(part);
      return next;
    });
  }, []);
  return { catalogue: catalogue ?? noCatalogue, read, spaces, zones, names, requests, show };
}

type Access = ReturnType<typeof useToken>;

/** The token, and what the service says about it. */
function useToken(catalogue: Catalogue | null, given: string | null) {
  const [entered, setEntered] = useState(given === null ? null : { token: given });
  const check = useRequest(catalogue && entered, (signal, { token }) =>
    sendRequest(serviceUrl(`${catalogue?.collections[0]?.path}?limit=1`), token, signal),
  );
  const verdict = entered && judgeToken(check.reply);
  useEffect(() => {
    if (entered && verdict === 'rejected') forgetToken(entered.token);
  }, [entered, verdict]);
  const enter = (next: string, remember: boolean) => {
    if (remember) rememberToken(next);
    setEntered({ token: next });
  };
  const forget = () => {
    forgetToken(null);
    setEntered(null);
  };
  const token = entered && verdict === 'accepted' ? entered.token : null;
  return { token, verdict, check, canCheck: catalogue !== null, enter, forget };
}

/** The header, and the drawer for developers. */
function Frame({ name, route, access }: { name: string; route: Route; access: Access }) {
  const { token, canCheck, forget } = access;
  const [isApiOpen, setApiOpen] = useState(keptChoice('api') === 'open');
  const showApi = (isOpen: boolean) => {
    keepChoice('api', isOpen ? 'open' : 'closed');
    setApiOpen(isOpen);
  };
  return (
    <>
      <Header name={name} route={token === null ? null : route}>
        {token !== null && <TokenControl onForget={forget} />}
        {canCheck && (
          <button type="button" class="quiet" aria-pressed={isApiOpen} onClick={() => showApi(!isApiOpen)}>
            <Icon name="api" />
            API
          </button>
        )}
      </Header>
      {canCheck && isApiOpen && (
        <Later>{(views) => <views.Drawer route={route} onClose={() => showApi(false)} />}</Later>
      )}
    </>
  );
}

function Checking({ check }: Pick<Access, 'check'>) {
  const isFailing = check.reply?.ok === false;
  return (
    <main>
      <p role="status">{isFailing ? 'Your token is kept, but not checked yet.' : 'Checking your token …'}</p>
      {isFailing && <NoData {...check} />}
    </main>
  );
}

interface EntranceProps {
  /** Whether the view is about the workshop itself, which welcomes people without a token. */
  readonly isFirst: boolean;
  readonly access: Access;
  readonly parts: ServerParts;
}

/** The field for the token: with the server's welcome, or above a view that needs one. */
function Entrance({ isFirst, access, parts }: EntranceProps) {
  const { verdict, check, canCheck, enter } = access;
  const form = <TokenForm isRejected={verdict === 'rejected'} canCheck={canCheck} onToken={enter} />;
  if (!isFirst && verdict !== 'rejected')
    return (
      <section class="welcome" aria-label="Token">
        {form}
      </section>
    );
  return (
    <main class="welcome">
      <ServerPart part={parts.welcome} />
      {form}
      {check.reply?.ok === false && <Problem failure={check.reply.failure} />}
      <ServerPart part={parts.developers} />
    </main>
  );
}

function Place({ route, parts }: { route: Route; parts: ServerParts }) {
  useEffect(() => {
    if (route.view === 'home' || route.view === 'collections') document.title = product;
  }, [route.view]);
  switch (route.view) {
    case 'home':
      return <Today {...route} />;
    case 'collections':
      return (
        <main>
          <ServerPart part={parts.developers} />
        </main>
      );
    case 'browse':
      return <Later>{(views) => <views.Browse what={route.what} />}</Later>;
    case 'board':
      return null;
    case 'list':
    case 'row':
      return <Later>{(views) => <views.CollectionPlace route={route} />}</Later>;
  }
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
  if (route.view === 'browse') return `browse ${route.what}`;
  if (route.view !== 'list' && route.view !== 'row') return route.view;
  const { view, collection } = route;
  return `${view} ${collection} ${view === 'list' ? findValue(route.query, 'cursor') : route.id}`;
}
