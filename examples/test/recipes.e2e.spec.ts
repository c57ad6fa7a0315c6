import { execFileSync } from 'node:child_process';
import { runInNewContext } from 'node:vm';
import { expect, it } from '@jest/globals';
import { DefaultSettings, TaskUtils } from '@microsoft/powerquery-parser';
import { createClient } from '@resource-catalogue/client';
import { codeBlocks } from '@resource-catalogue/testing/documents';
import { valuesAt } from '@resource-catalogue/testing/json';
import { getRunningService } from './service/service.js';

const document = 'docs/guides/recipes.md';
const { baseUrl, token } = getRunningService();
const confirmed = await createClient({ baseUrl, token })
  .bookings.list({ filters: { state: { in: ['confirmed'] } } })
  .toArray({ max: 10_000 });
const booking = confirmed.find(({ machine_unit: unit }) => unit !== null);

const [homeAssistant = ''] = codeBlocks(document, 'yaml', 1);
const [grafana = '', n8n = ''] = codeBlocks(document, 'json', 2);
const [powerShell = ''] = codeBlocks(document, 'powershell', 1);
const [powerQuery = ''] = codeBlocks(document, 'powerquery', 1);
const [appsScript = ''] = codeBlocks(document, 'js', 1);

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
  const response = await fetch(urlIn(code), { headers: { authorization: `Bearer ${token}` } });
  const page: unknown = await response.json();
  expect([response.status, page]).toMatchObject([200, { data: expect.any(Array) }]);
  for (const path of paths) {
    expect(code).toContain(path.split('[].').at(-1));
    expect(valuesAt(page, path)).not.toEqual([]);
  }
});

/** The bookings that the recipes for spreadsheets read, by the client. */
const sinceMarch = await createClient({ baseUrl, token })
  .bookings.list({ filters: { starts_at: { gte: '2026-03-01' } } })
  .toArray({ max: 10_000 });

it('the recipe for Power Query is valid, and its pages are all bookings since March', async () => {
  const parsed = await TaskUtils.tryLexParse(DefaultSettings, powerQuery);
  expect(TaskUtils.isParseStageOk(parsed)).toBe(true);
  // A literal: Power BI does not refresh a query whose first argument varies.
  const [, base, path] = /Web\.Contents\("([^"]+)", \[\s+RelativePath = "([^"]+)"/.exec(powerQuery) ?? [];
  const url = new URL(`${base === 'https://catalogue.example.org' ? baseUrl : ''}/${path}`);
  for (const [, name = '', value = ''] of powerQuery.matchAll(/#"([^"]+)" = "([^"]+)"/g))
    url.searchParams.set(name, name === 'limit' ? '20' : value);
  const rows: unknown[] = [];
  for (let cursor: unknown = ''; cursor !== null;) {
    if (typeof cursor === 'string' && cursor !== '') url.searchParams.set('cursor', cursor);
    const page: unknown = await (await fetch(url, { headers: { authorization: `Bearer ${token}` } })).json();
    rows.push(...valuesAt(page, 'data[]'));
    [cursor = null] = valuesAt(page, 'meta.next');
  }
  expect(rows).toEqual(JSON.parse(JSON.stringify(sinceMarch)));
  for (const [, ...keys] of powerQuery.matchAll(/booking\[(\w+)\](?:\[(\w+)\])?/g))
    expect(valuesAt({ rows }, `rows[].${keys.filter(Boolean).join('.')}`)).not.toEqual([]);
});

it('the recipe for Google Sheets fills the sheet with the bookings since March', () => {
  const sheet: unknown[][] = [];
  const get = 'fetch(process.argv[1], JSON.parse(process.argv[2])).then((r) => r.text()).then(console.log)';
  const services = {
    PropertiesService: { getScriptProperties: () => ({ getProperty: () => token }) },
    UrlFetchApp: {
      fetch: (url: string, options: object) => {
        if (/[[\]]/.test(url)) throw new Error('UrlFetchApp rejects brackets.');
        const here = url.replace('https://catalogue.example.org', baseUrl).replace('limit=200', 'limit=20');
        return { getContentText: () => execFileSync(process.execPath, ['-e', get, here, JSON.stringify(options)]) };
      },
    },
    SpreadsheetApp: {
      getActive: () => ({
        getSheetByName: () => ({
          clearContents: () => ({
            getRange: (...range: readonly number[]) => ({
              setValues: (rows: unknown[][]) => {
                expect(range).toEqual([1, 1, rows.length, 5]);
                sheet.push(...rows);
              },
            }),
          }),
        }),
      }),
    },
  };
  runInNewContext(`${appsScript}\nrefreshBookings();`, services);
  const [header, ...rows] = JSON.parse(JSON.stringify(sheet)) as unknown[][];
  expect(header).toEqual(['Start', 'End', 'State', 'Space', 'What']);
  const expected = sinceMarch.map(({ starts_at, ends_at, state, space, machine_unit: unit }) => [
    starts_at,
    ends_at,
    state,
    space.name,
    unit?.machine.name ?? '',
  ]);
  expect(rows).toEqual(expected);
  expect(runInNewContext(`${appsScript}\nplain('=1+1')`)).toBe("'=1+1");
});
