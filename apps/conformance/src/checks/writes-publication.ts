import { randomUUID } from 'node:crypto';
import { fieldTable, type ProblemCode, ProjectUpdateDto } from '@resource-catalogue/contracts';
import { projectReferences } from '../kit/references.js';
import { readId, type Json, type Row, toText, valuesAt } from '../json.js';
import { expectEqual, expectProblem, expectStatus, tokensIn } from '../kit/expect.js';
import { expectSame, type Written } from '../kit/expect-project.js';
import type { Checks } from '../kit/check.js';
import { violated } from '../kit/violation.js';
import { isLive } from '../kit/subject.js';
import { expectWritten, onProjects } from '../kit/projects.js';

/**
 * The moves of a project through its states: the status of the response, and whether published_at is set anew, cleared
 * or kept (WRITE-5).
 */
const moves: readonly (readonly [state: string, status: 200 | 409, time: 'new' | 'none' | 'same'])[] = [
  ['archived', 409, 'same'],
  ['published', 200, 'new'],
  ['published', 200, 'same'],
  ['archived', 200, 'same'],
  ['archived', 200, 'same'],
  ['draft', 409, 'same'],
  ['published', 200, 'same'],
  ['draft', 200, 'none'],
  ['published', 200, 'new'],
];

/** The maximum difference between the clocks of a server's instances, in milliseconds. */
const maxSkew = 60_000;

/** Expects no time of a written project to be later than a time that the server sets afterwards. */
function expectTimesUpTo(latest: string, { project, exchange }: Written): void {
  for (const field of ['created_at', 'updated_at', 'published_at']) {
    const at = toText(project[field]);
    if (Date.parse(at) > Date.parse(latest) + maxSkew)
      violated(`${field} that is not later than ${latest}, the time of a later request`, at, exchange);
  }
}

export const publicationChecks: Checks = {
  'written-times-are-not-in-the-future': onProjects(['WRITE-4', 'WRITE-5', 'SHAPE-7'], {
    title: 'created_at, updated_at and published_at of a project are not later than the next project is created',
    run: async (projects) => {
      const draft = await projects.create();
      const published = await projects.update(draft.id, { publication_state: 'published' });
      const renamed = await projects.update(draft.id, { name: 'Renamed', description: 'Möbel' });
      const other = await projects.create({ ...projects.full(), publication_state: 'published' });
      const next = toText((await projects.create()).project['created_at']);
      for (const written of [draft, published, renamed, other]) expectTimesUpTo(next, written);
    },
  }),
  'publication-goes-its-ways': onProjects(['WRITE-5', 'WRITE-4', 'ERR-3'], {
    title: 'a publication sets published_at, archiving keeps it, going back to draft clears it, other ways are 409',
    run: async (projects) => {
      let now = await projects.create();
      let latest = toText(now.project['created_at']);
      expectEqual('the published_at of a draft', now.project['published_at'], null, now.exchange);
      for (const [state, status, time] of moves) {
        const from = toText(now.project['publication_state']);
        const exchange = await projects.patch(now.id, { publication_state: state, summary: `Now ${state}.` });
        if (status === 409) {
          expectProblem(exchange, 'conflict', `${from} → ${state}`);
          await projects.expectUnchanged(now);
          continue;
        }
        const after = expectWritten(exchange, status, `${from} → ${state}`);
        const [was, is] = [now, after].map(({ project }) => project['published_at'] ?? null);
        expectEqual('publication_state', after.project['publication_state'], state, exchange);
        if (time !== 'new') expectEqual('published_at', is, time === 'same' ? (was ?? null) : null, exchange);
        else if (typeof is !== 'string' || is < latest)
          violated(`published_at not before ${latest}`, toText(is), exchange);
        else latest = is;
        now = after;
      }
      const { project, exchange } = await projects.create({ ...projects.small(), publication_state: 'published' });
      const at = toText(project['published_at']);
      if (at < latest) violated(`published_at not before ${latest}`, at, exchange);
    },
  }),
  'soft-deleted-projects-refuse-patch': onProjects(['WRITE-8', 'ERR-3'], {
    title: 'a PATCH of a soft-deleted project is 409',
    run: async (projects) => {
      const { context } = projects;
      const deleted = context.subject('projects').rows.find((row) => typeof row['soft_deleted_at'] === 'string');
      const { id, summary = null } = context.need(deleted, 'needs a soft-deleted project');
      // The PATCH sends the current value, so that a server which accepts it changes nothing.
      const exchange = await projects.patch(toText(id), { summary });
      expectProblem(exchange, 'conflict', 'a PATCH of a soft-deleted project');
    },
  }),
};

export const preconditionChecks: Checks = {
  'if-match-guards-a-patch': onProjects(['WRITE-6', 'ERR-3', 'ERR-4', 'HTTP-2'], {
    title:
      'If-Match with the current ETag, a list with it or * is accepted; any other is 412, after 400 and before 409',
    run: async (projects) => {
      const { id, tag: first } = await projects.create();
      const second = await projects.update(id, { summary: 'Changed.' });
      await projects.context.each([first, '"x"', `W/${second.tag}`, `"x", ${first}`], async (value) => {
        const exchange = await projects.patch(id, { summary: 'Not stored' }, { 'If-Match': value });
        expectProblem(exchange, 'precondition_failed', `If-Match: ${value}`);
      });
      const stale = { 'If-Match': '"x"' };
      const archived = await projects.patch(id, { publication_state: 'archived' }, stale);
      expectProblem(archived, 'precondition_failed', '412 before 409');
      expectProblem(await projects.patch(id, { nothing: 1 }, stale), 'invalid_request', '400 before 412');
      await projects.expectUnchanged(second);
      let { tag } = second;
      for (const [index, valueOf] of [(now: string) => now, (now: string) => `"x", ${now}`, () => '*'].entries()) {
        const exchange = await projects.patch(id, { summary: `Change ${index}` }, { 'If-Match': valueOf(tag) });
        expectStatus(exchange, 200, `If-Match: ${valueOf(tag)}`);
        tag = exchange.header('etag') ?? '';
      }
    },
  }),
  'of-several-patches-one-succeeds': onProjects(['WRITE-6'], {
    title: 'exactly one of several concurrent PATCHes with the same If-Match succeeds, and is stored',
    run: async (projects) => {
      const { id, tag } = await projects.create();
      for (let round = 0, now = tag; round < 3; round += 1) {
        const summaries = [0, 1, 2, 3, 4].map((index) => `Round ${round}, ${index}`);
        const exchanges = await Promise.all(
          summaries.map((summary) => projects.patch(id, { summary }, { 'If-Match': now })),
        );
        const [good, ...more] = exchanges.filter(({ status }) => status === 200);
        if (!good || more.length > 0)
          return violated('exactly one 200', exchanges.map(({ status }) => status).join(', '), ...exchanges);
        for (const exchange of exchanges.filter((one) => one !== good))
          expectProblem(exchange, 'precondition_failed', 'the other PATCHes');
        const shown = await projects.read(id);
        expectEqual('the ETag of the one that succeeded', shown.tag, good.header('etag'), shown.exchange);
        now = shown.tag;
      }
    },
  }),
};

const form = 'application/x-www-form-urlencoded';

interface Refusal {
  readonly code: ProblemCode;
  readonly headers?: Record<string, string>;
  readonly query?: string;
  /** The method that the refusal is about; absent, both. */
  readonly only?: 'POST' | 'PATCH';
}

/** Good writes that must be refused because of their headers or their query. */
const refusals: readonly Refusal[] = [
  ...['text/plain', 'application/json-patch+json', 'application/xml', 'application/jsonx', form].map(
    (type): Refusal => ({ code: 'unsupported_media_type', headers: { 'Content-Type': type } }),
  ),
  { code: 'unsupported_media_type', headers: { 'Content-Type': 'application/merge-patch+json' }, only: 'POST' },
  { code: 'not_acceptable', headers: { Accept: 'text/html' } },
  { code: 'not_acceptable', headers: { Accept: 'application/json;q=0' } },
  { code: 'invalid_request', query: '?limit=1' },
];

const acceptedTypes = { POST: ['application/json'], PATCH: ['application/json', 'application/merge-patch+json'] };

export const requestChecks: Checks = {
  'refused-writes-store-nothing': onProjects(['WRITE-2', 'WRITE-3', 'ERR-3', 'ERR-4', 'GET-3', 'HTTP-4'], {
    title:
      'a body of another type is 415 with the accepted ones, an Accept without JSON 406, a query 400; nothing is stored',
    run: async (projects) => {
      const before = await projects.create();
      const name = `Conformance refused ${randomUUID()}`;
      await projects.context.each(refusals, async ({ code, headers = {}, query = '', only }) => {
        for (const method of ['POST', 'PATCH'] as const) {
          if (only !== undefined && only !== method) continue;
          const exchange =
            method === 'POST'
              ? await projects.post(projects.small(name), headers, { path: `/api/v1/projects${query}` })
              : await projects.patch(before.id, { name }, headers, query);
          const why = `${method} with ${query}${Object.entries(headers).join()}`;
          expectProblem(exchange, code, why, query === '' ? {} : { parameters: ['limit'] });
          if (code !== 'unsupported_media_type') continue;
          const header = `accept-${method.toLowerCase()}`;
          const found = tokensIn(exchange, header).map((type) => type.replace(/\s*;.*/, ''));
          const absent = acceptedTypes[method].find((type) => !found.includes(type));
          if (absent !== undefined) violated(`${header} with ${absent}`, exchange.header(header) ?? 'none', exchange);
        }
      });
      await projects.expectUnchanged(before);
      await projects.expectMade(0, name, before);
      for (const Accept of ['application/*', 'text/html, */*;q=0.1'])
        expectStatus(await projects.patch(before.id, { summary: Accept }, { Accept }), 200, `PATCH, ${Accept}`);
    },
  }),
  'filters-see-what-was-written': onProjects(['WRITE-9', 'FILT-1', 'FILT-4'], {
    title: 'filters find a written project at once by its new values, and no longer by its old ones',
    run: async (projects) => {
      const { author, thematics, machines, members } = projects.fixture;
      const { id } = await projects.create({ ...projects.full(), publication_state: 'published' });
      const expectFound = async (filter: string, rows: number): Promise<void> => {
        const page = await projects.find(`filters[id][in]=${id}&${filter}`);
        if (page.rows.length !== rows)
          violated(`${rows} projects by ${filter}`, `${page.rows.length} rows`, page.exchange);
      };
      const by = (field: string, [value]: readonly string[]): string[] =>
        value === undefined ? [] : [`filters[${field}][in]=${value}`];
      const lost = [
        'filters[publication_state][in]=published',
        'filters[published_at][gte]=2000-01-01',
        ...by('thematic_id', thematics),
        ...by('machine_id', machines),
        ...by('collaborator_id', members),
      ];
      for (const filter of [...by('author_id', [author]), ...lost]) await expectFound(filter, 1);
      const nothing = { thematic_ids: [], machine_ids: [], collaborator_ids: [] };
      await projects.update(id, { ...nothing, publication_state: 'draft' });
      for (const filter of lost) await expectFound(filter, 0);
    },
  }),
  'known-references-need-not-be-live': onProjects(['WRITE-3', 'WRITE-4'], {
    title: 'a PATCH that repeats references of any kind to now soft-deleted entities is accepted and changes nothing',
    run: async (projects) => {
      const { context } = projects;
      const live = context.subject('projects').rows.filter(isLive);
      let asked = 0;
      for (const { field, path, target } of projectReferences) {
        if (!fieldTable(ProjectUpdateDto).has(field)) continue;
        const { rows } = context.subject(target);
        const dead = new Set(rows.filter((row) => typeof row['soft_deleted_at'] === 'string').map(readId));
        const idsOf = (project: Row): Json[] => valuesAt(project, `${path}.id`);
        const found = live.find((project) => idsOf(project).some((id) => dead.has(toText(id))));
        if (found === undefined) continue;
        asked += 1;
        const before = await projects.read(readId(found));
        const ids = idsOf(before.project);
        const same = path.endsWith('[]') ? [ids, [...ids].reverse()] : [ids[0] ?? null];
        for (const value of same)
          expectSame(before, await projects.update(before.id, { [field]: value }, `a PATCH of the same ${field}`));
      }
      context.need(asked > 0, 'needs a live project that refers to something soft-deleted');
    },
  }),
};
