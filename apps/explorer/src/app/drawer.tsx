import { useState } from 'preact/hooks';
import { clientProgram, curlCommand, getCall, listCall } from '../request/commands.js';
import { formatRoute, listUrl, type Route } from '../request/route.js';
import { Code } from './code.js';
import { Icon } from './icons.js';
import { type ShownRequest, useSession } from './session.js';
import { viewOf } from './views.js';

interface Props {
  readonly route: Route;
  readonly onClose: () => void;
}

/** For developers: the requests behind the view, also as curl and client code, with their responses. */
export function Drawer({ route, onClose }: Props) {
  const { requests, catalogue } = useSession();
  const shown = [...requests.values()];
  const tables = tablesOf(route).filter((name) => catalogue.collections.some((one) => one.name === name));
  return (
    <aside class="drawer" aria-label="API">
      <div class="line">
        <h2>API</h2>
        <button type="button" class="quiet" aria-label="Close the API drawer" onClick={onClose}>
          <Icon name="out" />
        </button>
      </div>
      <p class="soft small" role="status">
        {summary(shown)}
      </p>
      {shown.map((request) => (
        <RequestLine key={request.target} request={request} isOnly={shown.length === 1} />
      ))}
      <nav class="links" aria-label="For developers">
        {tables.map((name) => (
          <a key={name} href={listUrl(name)}>{`Table of ${name}`}</a>
        ))}
        <a href={formatRoute({ view: 'collections' })}>All collections</a>
        <a href="docs">Reference</a>
        <a href="openapi.json">OpenAPI</a>
      </nav>
    </aside>
  );
}

/** The collections behind a view for people, where they can be filtered. */
function tablesOf(route: Route): readonly string[] {
  if (route.view === 'row') return [route.collection];
  if (route.view !== 'browse') return ['bookings', 'machine_units', 'place_units'];
  return route.what === 'sessions' ? (viewOf(route)?.collections ?? []) : [route.what];
}

function summary(shown: readonly ShownRequest[]): string {
  const replies = shown.flatMap(({ reply }) => (reply?.ok ? [reply] : []));
  const last = replies.findLast(({ quota }) => quota)?.quota;
  return [
    `${shown.length} ${shown.length === 1 ? 'request' : 'requests'}`,
    ...replies.slice(0, 1).map(() => `${Math.max(...replies.map(({ milliseconds }) => milliseconds))} ms`),
    ...(last ? [last] : []),
  ].join(' · ');
}

/** One request. Its response is written out on demand, because it may be long. */
function RequestLine({ request, isOnly }: { request: ShownRequest; isOnly: boolean }) {
  const { baseUrl } = useSession().catalogue;
  const [isJsonOpen, setJsonOpen] = useState(false);
  const { target, collection, idOrQuery, reply } = request;
  const call = typeof idOrQuery === 'string' ? getCall(collection, idOrQuery) : listCall(collection, idOrQuery);
  return (
    <details class="request" open={isOnly}>
      <summary>
        <code>GET {target}</code>
      </summary>
      <Code label="curl" text={curlCommand(`${baseUrl}${target}`)} />
      <Code label="Client library" text={clientProgram(baseUrl, call)} />
      <details onToggle={({ currentTarget }) => setJsonOpen(currentTarget.open)}>
        <summary>As JSON</summary>
        {isJsonOpen && (
          <pre tabIndex={0}>
            {reply?.ok ? JSON.stringify(reply.body, null, 2) : (reply?.failure.detail ?? 'Loading …')}
          </pre>
        )}
      </details>
    </details>
  );
}
