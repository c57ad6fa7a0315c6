import { expect, it } from '@jest/globals';
import { createClient } from '@resource-catalogue/client';
import { codeBlocks } from '@resource-catalogue/testing/documents';
import { valuesAt } from '@resource-catalogue/testing/json';
import { runningService } from './service/service.js';

const document = 'docs/guides/recipes.md';
const { baseUrl, token } = runningService();
const confirmed = await createClient({ baseUrl, token })
  .bookings.list({ filters: { state: { in: ['confirmed'] } } })
  .toArray({ max: 10_000 });
const booking = confirmed.find(({ machine_unit: unit }) => unit !== null);

const [homeAssistant = ''] = codeBlocks(document, 'yaml', 1);
const [grafana = '', n8n = ''] = codeBlocks(document, 'json', 2);
const [powerShell = ''] = codeBlocks(document, 'powershell', 1);

/** The URL of a recipe with small pages and with its placeholders filled in. */
function urlIn(code: string): URL {
  const filled = code
    .replace('https://catalogue.example.org', baseUrl)
    .replaceAll(/"\{\{ utcnow.*\}\}"|\$\{__from:date:iso\}/g, booking?.starts_at ?? '')
    .replace('${__to:date:iso}', '2999-01-01')
    .replace('MACHINE_ID', booking?.machine_unit?.machine.id ?? '')
    .replaceAll(/(?<=limit(?:=|: '))200/g, '2');
  const url = new URL(/https?:[^\s'"]+/.exec(filled)?.[0] ?? '');
  // Home Assistant puts each parameter on a separate line.
  for (const [, name = '', value = ''] of filled.matchAll(/^ {6}((?:filters|sort|limit)\S*): '?([^'\n]+)/gm))
    url.searchParams.set(name, value);
  return url;
}

it.each([
  ['Home Assistant', homeAssistant, 'data[].slots[].start_time', 'data[].slots[].end_time'],
  ['Grafana', grafana, 'data[].id', 'data[].state', 'data[].space.name', 'meta.next'],
  ['PowerShell', powerShell, 'data[].space.name', 'links.next'],
  ['n8n', n8n, 'links.next'],
])('the recipe for %s requests rows that have the fields it reads', async (_, code, ...paths) => {
  const answer = await fetch(urlIn(code), { headers: { authorization: `Bearer ${token}` } });
  const page: unknown = await answer.json();
  expect([answer.status, page]).toMatchObject([200, { data: expect.any(Array) }]);
  for (const path of paths) {
    expect(code).toContain(path.split('[].').at(-1));
    expect(valuesAt(page, path)).not.toEqual([]);
  }
});
