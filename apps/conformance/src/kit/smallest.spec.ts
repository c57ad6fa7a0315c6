import { expect, it } from '@jest/globals';
import { type ReferenceServer, startReferenceServer } from '@resource-catalogue/reference-server';
import type { MutantId } from '../../mutants/all-mutants.js';
import { InProcessTransport } from '../../mutants/harness/in-process-transport.js';
import { on, withHeaders, withText } from '../../mutants/wraps.js';
import { measure } from '../../mutants/harness/measure.js';
import type { Finding } from '../run/finding.js';
import { runChecks } from '../run/run.js';

/** The finding of one check on one subject of a server with one mutant. */
async function findingOf(mutant: MutantId, check: string, subject: string): Promise<Finding> {
  const [result] = await measure({ size: 'rich', mutant }, { only: [check], subjects: [subject], inProcess: true });
  if (!result?.finding) throw new Error(`${check} does not fail: ${result?.outcome}, ${result?.reason}`);
  return result.finding;
}

it.each<[string, MutantId, string, string, RegExp[]]>([
  [
    'a filter lost after the first page, and the page before it',
    ...(['paging-filter-lost-on-later-pages', 'paging-returns-every-row-once', 'users'] as const),
    [/^The cursor is from GET \/api\/v1\/users\?filters.* \(response with \d rows?\)\.$/m],
  ],
  [
    'a set that drops nulls, with the null that all missing rows share',
    ...(['set-filter-not-in-drops-nulls', 'in-and-not-in-are-sound-and-complete', 'members'] as const),
    [/^All \d+ have no group_id \(null or empty\); none of the \d+ other rows does\.$/m],
  ],
  [
    'ties in another order',
    ...(['sort-ties-always-ascend', 'every-sort-orders-the-rows', 'event_sessions'] as const),
    [/^They tie in \w+, so their ids decide, descending like the sort/m],
  ],
  [
    'an operator mistaken for another one, with the bound of all missing rows',
    ...(['range-lte-as-lt', 'filters-apply-to-every-page', 'members'] as const),
    [/^(?:All \d+ have|It has) an? \w+ exactly at the bound/m, /^The first of them belongs in row \d+ of \d+\.$/m],
  ],
  [
    'a row lost between two pages',
    ...(['paging-row-lost-at-one-size', 'paging-returns-every-row-once', 'events'] as const),
    [/^The first of them belongs in row 1 of 7\.$/m],
  ],
  [
    'the common traits of all wrong rows of a collection',
    ...(['shape-key-missing-on-deleted', 'rows-have-exactly-the-documented-keys', 'trainings'] as const),
    [/^(\d+) of \d+ rows are wrong: [^]*^All \1 have the soft_deleted true; none of the \d+ other rows does\.$/m],
  ],
  [
    'both values of a stale summary',
    ...(['reference-stale-for-some-members', 'summaries-match-their-entities', 'subscriptions'] as const),
    [/^last_name: ".+".* expected, "Formerly".* found\.$/m],
  ],
  [
    'both values of rows that must be equal',
    ...(['shape-arrays-change-order', 'every-sort-orders-the-rows', 'machines'] as const),
    [/^required_plans\.\d\.id: ".+" before, ".+" now\.$/m],
  ],
])('the notes of a finding describe %s', async (_, mutant, check, subject, sentences) => {
  const { notes } = await findingOf(mutant, check, subject);
  for (const sentence of sentences) expect(notes.join('\n')).toMatch(sentence);
});

/** A server whose links to the next page lack the second value of each set. */
async function startLosing(): Promise<ReferenceServer> {
  const lose = (text: string) => text.replace(/((?:in\]|in%5D)=[^,&">]+)(?:,|%2C)[^,&%">]+(?=[^">]*&cursor=)/g, '$1');
  const wraps = on(
    200,
    withText(lose),
    withHeaders(({ Link = '' }) => ({ Link: lose(Link) })),
  );
  return startReferenceServer({ size: 'rich', wraps });
}

it('a finding reports the value that a link lost, in any check', async () => {
  const server = await startLosing();
  const [url, token, transport] = [server.url, server.tokens.full, new InProcessTransport(server)];
  const only = ['links-can-be-followed', 'every-form-of-a-set-in-every-place'];
  const { results } = await runChecks(url, { token, transport, seed: 1, only, subjects: ['users'] });
  await server.close();
  const observed = results.map(({ finding }) => finding?.observed);
  expect(observed).toEqual([
    expect.stringMatching(/^it lost filters\[id\]\[not_in\]=5a3c8f0e-/),
    expect.stringMatching(/^it lost filters\[/),
  ]);
});

it('a finding reports the parameters that a link lost', async () => {
  const { expected, observed } = await findingOf('envelope-next-drops-filters', 'links-can-be-followed', 'users');
  expect(expected).toBe('links.next that repeats the parameters of its request');
  expect(observed).toMatch(/^it lost filters\[created_at\]\[gte\]=2000-01-01T00:00:00\.000Z and lost filters\[id\]/);
});

it.each<[string, MutantId, string, string, RegExp]>([
  [
    'drops unnecessary parameters',
    ...(['range-lte-as-lt', 'filters-apply-to-every-page', 'members'] as const),
    /^\S*members\?filters\[updated_at\]\[lte\]=[^&]*&limit=1$/,
  ],
  [
    'keeps the page before it, two ids and a limit of one',
    ...(['paging-filter-lost-on-later-pages', 'paging-returns-every-row-once', 'places'] as const),
    /^(\S*places\?filters\[id\]\[in\]=[\w-]{36},[\w-]{36}&limit=1) \1&cursor=[\w-]+$/,
  ],
  [
    'keeps the necessary encoding, and plain letters elsewhere',
    ...(['forms-encoded-commas-after-cursor', 'every-form-of-a-set-in-every-place', 'training_sessions'] as const),
    /^\S*training_sessions\?(?!\S*%[67])\S*%2C\S* \S*&cursor=[\w-]+$/,
  ],
])('the smallest request that fails %s', async (_, mutant, check, subject, urls) => {
  const { smallest, curl } = await findingOf(mutant, check, subject);
  const sent = smallest?.curl.map((line) => /'(http[^']*)'$/.exec(line)?.[1]) ?? [];
  expect(sent.join(' ')).toMatch(urls);
  expect(sent.at(-1)?.length).toBeLessThan(curl.at(-1)?.length ?? 0);
});

it.each<[string, MutantId, string, RegExp]>([
  [
    'of a quota with their responses',
    ...(['rate-later-retry-after-zero', 'quota-is-enforced-and-restored'] as const),
    /GET \/api\/v1\/spaces\?limit=1 → 429 retry-after: 0 ratelimit: "default";r=0;t=\d rate_limited: /,
  ],
  [
    'that write with their tags',
    ...(['concurrency-old-tag-returned', 'patch-without-change-keeps-the-etag'] as const),
    /^1\. \S+ s POST \/api\/v1\/projects .* → 201 etag: "[^]*^2\. \S+ s PATCH \S+ \{\} → 200 etag: "stale"$/m,
  ],
])('a finding lists the requests %s, in order', async (_, mutant, check, lines) => {
  const { sequence } = await findingOf(mutant, check, 'server');
  expect(sequence.join('\n')).toMatch(lines);
});
