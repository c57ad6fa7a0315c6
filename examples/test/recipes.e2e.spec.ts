import { expect, it } from '@jest/globals';
import { createClient } from '@resource-catalogue/client';
import { codeBlocks, inPlace } from '@resource-catalogue/testing/documents';
import { arrayOf, isObject, type JsonObject, objectOf, textOf, valuesAt } from '@resource-catalogue/testing/json';
import { parse } from 'yaml';
import { runningService } from './service/service.js';

const document = 'docs/guides/recipes.md';
const { baseUrl, token } = runningService();
const client = createClient({ baseUrl, token });
const confirmed = await client.bookings
  .list({ filters: { state: { in: ['confirmed'] } }, sort: 'starts_at' })
  .toArray({ max: 10_000 });

const origin = { 'https://catalogue.example.org': baseUrl };

/** The page of a request, which must be answered with 200. Pages are small, so that there are several. */
async function pageAt(url: string, authorization = `Bearer ${token}`): Promise<JsonObject> {
  const answer = await fetch(url.replace('limit=200', 'limit=5'), { headers: { authorization } });
  const body = objectOf(await answer.json());
  expect([answer.status, body['code']]).toEqual([200, undefined]);
  return body;
}

/** All rows, from page to page. */
async function rowsFrom(url: string, next: (page: JsonObject) => string | null): Promise<unknown[]> {
  const rows: unknown[] = [];
  for (let at: string | null = url; at !== null;) {
    const page = await pageAt(at);
    rows.push(...arrayOf(page['data']));
    at = next(page);
  }
  return rows;
}

/** What an expression such as `links.next` finds. */
function textAt(page: JsonObject, path: string): string | null {
  const [found] = valuesAt(page, path);
  return found === undefined ? null : textOf(found);
}

const idsOf = (rows: readonly unknown[]) => rows.map((row) => textOf(objectOf(row)['id'])).sort();

it('Home Assistant gets the bookings of a machine that have not ended, with the slots that its templates read', async () => {
  const [code = ''] = codeBlocks(document, 'yaml', 1);
  const booking = confirmed.find(({ machine_unit: unit }) => unit !== null);
  const machine = booking?.machine_unit?.machine.id ?? '';
  const [recipe] = arrayOf(objectOf(parse(inPlace(code, { ...origin, 'rct_…': token, MACHINE_ID: machine })))['rest']);
  const { resource, params, headers } = objectOf(recipe);
  const moment = booking?.starts_at ?? '';
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(objectOf(params)))
    query.set(name, textOf(value).replace(/^\{\{ utcnow\(\)\.strftime.*\}\}$/, moment));
  const url = `${textOf(resource)}?${query.toString()}`;
  const page = await pageAt(url, textOf(objectOf(headers)['Authorization']));
  expect(idsOf(arrayOf(page['data']))).toContain(booking?.id);
  for (const key of ['start_time', 'end_time']) {
    expect(code).toContain(`'${key}'`);
    for (const time of valuesAt(page, `data[].slots[].${key}`)) expect(time).toMatch(/^[\d-]+T[\d:]+\.\d{3}Z$/);
  }
});

it('Grafana gets the bookings that overlap its time range, page by page, with the columns that it selects', async () => {
  const [code = ''] = codeBlocks(document, 'json', 2);
  const [from, to] = ['2026-03-01T00:00:00.000Z', '2026-04-01T00:00:00.000Z'];
  const query = objectOf(
    JSON.parse(inPlace(code, { ...origin, ['${__to:date:iso}']: to, ['${__from:date:iso}']: from })),
  );
  const url = textOf(query['url']);
  const rows = await rowsFrom(url, (page) => {
    const cursor = textAt(page, textOf(query['pagination_param_cursor_extraction_path']));
    const name = textOf(query['pagination_param_cursor_field_name']);
    return cursor === null ? null : `${url}&${name}=${encodeURIComponent(cursor)}`;
  });
  const overlapping = await client.bookings
    .list({ filters: { starts_at: { lt: to }, ends_at: { gt: from } } })
    .toArray({ max: 10_000 });
  expect(rows.length).toBeGreaterThan(5);
  expect(idsOf(rows)).toEqual(idsOf(overlapping));
  for (const column of arrayOf(query['columns'])) {
    const path = `${textOf(query['root_selector'])}[].${textOf(objectOf(column)['selector'])}`;
    expect(valuesAt({ data: rows }, path)).toHaveLength(rows.length);
  }
});

it('PowerShell follows the links to the next pages, and finds the space of each booking', async () => {
  const [code = ''] = codeBlocks(document, 'powershell', 1);
  const [, url = ''] = /^\$url = '(.*)'$/m.exec(inPlace(code, { ...origin, 'rct_…': token })) ?? [];
  const [, path = ''] = /\$url = \$page\.(\S+)/.exec(code) ?? [];
  const [, name = ''] = /Group-Object \{ \$_\.(\S+) \}/.exec(code) ?? [];
  const rows = await rowsFrom(url, (page) => textAt(page, path));
  expect(idsOf(rows)).toEqual(idsOf(confirmed.filter(({ starts_at: start }) => start >= '2026-03-01')));
  expect(valuesAt({ rows }, `rows[].${name}`)).toHaveLength(rows.length);
});

it('n8n follows the links to the next pages until its expression says that there is none', async () => {
  const [, code = ''] = codeBlocks(document, 'json', 2);
  const [node] = arrayOf(objectOf(JSON.parse(inPlace(code, origin)))['nodes']);
  const { url, options } = objectOf(objectOf(node)['parameters']);
  const pagination = objectOf(objectOf(objectOf(options)['pagination'])['pagination']);
  const [, path = ''] = /^=\{\{ \$response\.body\.(\S+) \}\}$/.exec(textOf(pagination['nextURL'])) ?? [];
  expect(pagination['completeExpression']).toBe(`={{ !$response.body.${path} }}`);
  const rows = await rowsFrom(textOf(url), (page) => textAt(page, path));
  const changed = await client.bookings
    .list({ filters: { updated_at: { gte: '2026-01-01' } } })
    .toArray({ max: 10_000 });
  expect(rows.length).toBeGreaterThan(5);
  expect(rows.every(isObject)).toBe(true);
  expect(idsOf(rows)).toEqual(idsOf(changed));
});
