import { parseUrl } from '@resource-catalogue/contracts';
import { isObject, nextCursor, toText } from '../json.js';
import { Target } from '../target/target.js';
import { expectEqual, expectObject, expectSameBody, expectStatus } from '../kit/expect.js';
import { expectNext, expectPage, expectSoundPage } from '../kit/expect-page.js';
import type { CheckContext } from '../kit/context.js';
import { type Checks, onCollections, onServer } from '../kit/check.js';
import { violated } from '../kit/violation.js';
import { nearUnknownId, unknownId } from '../kit/subject.js';
import { askPage, askRawPage } from '../kit/ask.js';
import { documentChecks } from './envelope-document.js';

export const envelopeChecks: Checks = {
  'list-is-json-with-data-links-and-meta': onCollections(['LIST-1', 'LIST-2', 'VER-1'], {
    layer: 'seed',
    title: 'a list responds with 200 and JSON with data, links {first, next} and meta {next, limit}',
    run: async (context, { path }) => {
      const exchange = await context.get(path);
      expectStatus(exchange, 200, 'a list');
      expectEqual('the media type', exchange.mediaType, 'application/json', exchange);
      const { data, links, meta } = expectObject(exchange);
      if (!Array.isArray(data)) violated('data that is an array', toText(data), exchange);
      if (!isObject(links) || !('first' in links) || !('next' in links))
        violated('links with first and next', toText(links), exchange);
      if (!isObject(meta) || !('next' in meta) || typeof meta['limit'] !== 'number')
        violated('meta with next and limit', toText(meta), exchange);
    },
  }),
  'links-can-be-followed': onCollections(['LIST-4', 'PAGE-1'], {
    title:
      'links repeat the query; links.next leads to the same page as the cursor, links.first back to the first page',
    run: async (context, { path, rows }) => {
      context.need(rows.length >= 2, 'needs two rows');
      const filters = `filters[created_at][gte]=2000-01-01T00:00:00.000Z&filters[id][not_in]=${unknownId}`;
      const query = `${filters},${nearUnknownId(1)}&sort=-updated_at&limit=1`;
      const first = await askPage(context, path, query);
      expectNext(first, true);
      const next = await askPage(context, path, `${query}&cursor=${first.next}`);
      for (const [which, link, page] of [
        ['links.next', first.links.next ?? '', next],
        ['links.first', next.links.first, first],
      ] as const) {
        const { exchange } = expectPage(await context.get(await resolveTarget(context, link)), which);
        expectSameBody(`the same page by ${which} as by its cursor`, page.exchange, exchange);
      }
    },
  }),
  'links-under-another-host': onServer(['LIST-4', 'ERR-2', 'HTTP-9'], {
    title: 'under another valid Host, all URLs of a response have that host or the usual one, and no later one has it',
    run: async (context) => {
      const subjects = [...context.snapshot.keys()].map((name) => context.subject(name));
      const { path } = context.need(
        subjects.find(({ rows }) => rows.length >= 2),
        'needs two rows',
      );
      const usual = await askRawPage(context, path, 'limit=1');
      await context.each(
        [context.target.base.host, 'catalogue.example:8443', 'CATALOGUE.example', '192.0.2.1', '[2001:db8::1]:8080'],
        async (Host) => {
          const [other, own, refused] = await Promise.all([
            context.get(`${path}?limit=1`, { headers: { Host } }),
            context.get(`${path}?limit=1`),
            context.get(`${path}?limit=0`, { headers: { Host } }),
          ]);
          context.need(other.status === 200, `the server is not reached as ${Host}: ${other.status}`);
          const page = expectPage(other, `Host: ${Host}`);
          expectSoundPage(page, `${context.target.path}${path}`, 'limit=1');
          const base = baseOf(page.links.first);
          const hosts = [new URL(usual.links.first).host, new URL(`http://${Host}`).host];
          if (!hosts.includes(new URL(base).host)) violated(`links on ${hosts.join(' or ')}`, base, other);
          for (const url of [page.links.next ?? '', toText(expectObject(refused)['type'])])
            if (!url.startsWith(`${base}/`)) violated(`a URL below ${base}, like links.first`, url, other, refused);
          expectSameBody('the usual page beside one with another Host', usual.exchange, own);
        },
      );
    },
  }),
  ...documentChecks,
  'cursor-asks-for-the-page-that-follows': onCollections(['PAGE-1'], {
    layer: 'seed',
    title: 'the rows after meta.next are different ones, and no row is repeated',
    run: async (context, { path, rows }) => {
      context.need(rows.length >= 2, 'needs two rows');
      const first = expectPage(await context.get(`${path}?limit=1`));
      const cursor = nextCursor(first.exchange.json) ?? violated('a next page', 'meta.next is null', first.exchange);
      const second = expectPage(await context.get(`${path}?limit=1&cursor=${encodeURIComponent(cursor)}`));
      const [one, other] = [first.rows[0]?.['id'], second.rows[0]?.['id']];
      if (other === undefined || one === other) violated('another row', toText(other), second.exchange);
    },
  }),
};

/** The start of a URL of the interface: {base_url}. */
const baseOf = (url: string): string => url.replace(/\/api\/v1\/.*$/s, '');

/**
 * The path of a link below the base URL. A link to another origin must be served there, which is tested without a
 * token.
 */
async function resolveTarget(context: CheckContext, link: string): Promise<string> {
  const url = parseUrl(link) ?? violated('a link that is an absolute URL', link);
  if (url.origin !== context.target.base.origin) {
    const elsewhere = new Target(url.origin, { token: '' });
    await elsewhere
      .send({ path: `${url.pathname}${url.search}`, token: null })
      .catch((error: unknown) => {
        const observed = `${url.origin}, which cannot be reached: ${String(error)}`;
        violated('links on {base_url}', observed, ...context.exchanges.slice(-1));
      })
      .finally(() => elsewhere.close());
  }
  return `${url.pathname}${url.search}`.slice(context.target.path.length);
}
