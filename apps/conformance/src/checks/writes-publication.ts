import { randomUUID } from 'node:crypto';
import { fieldTable, type ProblemCode, ProjectUpdateDto } from '@resource-catalogue/contracts';
import type { Checks } from '../kit/check.js';
import { expectEqual, expectProblem, expectStatus, headerTokens } from '../kit/expect.js';
import { expectSame } from '../kit/expect-project.js';
import { expectWritten, onProjects } from '../kit/projects.js';
import { projectReferences } from '../kit/references.js';
import { isLive } from '../kit/subject.js';
import { fail } from '../kit/violation.js';
import { readId, type Json, type Row, toText, valuesAt } from '../json.js';

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

interface Rejection {
  readonly code: ProblemCode;
  readonly headers?: Record<string, string>;
  readonly query?: string;
  /** The only method that is rejected; both if absent. */
  readonly only?: 'POST' | 'PATCH';
}

const form = 'application/x-www-form-urlencoded';

/** Good writes that must be rejected because of their headers or their query. */
const rejections: readonly Rejection[] = [
  ...['text/plain', 'application/json-patch+json', 'application/xml', 'application/jsonx', form].map(
    (type): Rejection => ({ code: 'unsupported_media_type', headers: { 'Content-Type': type } }),
  ),
  { code: 'unsupported_media_type', headers: { 'Content-Type': 'application/merge-patch+json' }, only: 'POST' },
  { code: 'not_acceptable', headers: { Accept: 'text/html' } },
  { code: 'not_acceptable', headers: { Accept: 'application/json;q=0' } },
  { code: 'invalid_request', query: '?limit=1' },
];

const acceptedTypes = { POST: ['application/json'], PATCH: ['application/json', 'application/merge-patch+json'] };

const isDeleted = (row: Row): boolean => typeof row['soft_deleted_at'] === 'string';

export const publicationChecks: Checks = {
  'rejected-writes-store-nothing': onProjects(['WRITE-2', 'WRITE-3', 'ERR-3', 'ERR-4', 'GET-3', 'HTTP-4'], {
    title: 'another type of body is 415, an Accept without JSON 406, a query 400, and nothing is stored',
    run: async (projects) => {
      const before = await projects.create();
      const name = `Conformance rejected ${randomUUID()}`;
      await projects.context.each(rejections, async ({ code, headers = {}, query = '', only }) => {
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
          const found = headerTokens(exchange, header).map((type) => type.replace(/\s*;.*/, ''));
          const absent = acceptedTypes[method].find((type) => !found.includes(type));
          if (absent !== undefined) fail(`${header} with ${absent}`, exchange.header(header) ?? 'none', exchange);
        }
      });
      await projects.expectUnchanged(before);
      await projects.expectCreated(0, name, before);
      for (const Accept of ['application/*', 'text/html, */*;q=0.1'])
        expectStatus(await projects.patch(before.id, { summary: Accept }, { Accept }), 200, `PATCH, ${Accept}`);
    },
  }),
  'existing-references-may-be-soft-deleted': onProjects(['WRITE-3', 'WRITE-4'], {
    title: 'a PATCH that repeats references of any kind to now soft-deleted entities is accepted and changes nothing',
    run: async (projects) => {
      const { context } = projects;
      const live = context.subject('projects').rows.filter(isLive);
      let tried = 0;
      for (const { field, path, target } of projectReferences) {
        if (!fieldTable(ProjectUpdateDto).has(field)) continue;
        const dead = new Set<Json>(context.subject(target).rows.filter(isDeleted).map(readId));
        const idsOf = (project: Row): Json[] => valuesAt(project, `${path}.id`);
        const found = live.find((project) => idsOf(project).some((id) => dead.has(id)));
        if (found === undefined) continue;
        tried += 1;
        const before = await projects.read(readId(found));
        const ids = idsOf(before.project);
        const same = path.endsWith('[]') ? [ids, [...ids].reverse()] : [ids[0] ?? null];
        for (const value of same)
          expectSame(before, await projects.update(before.id, { [field]: value }, `a PATCH of the same ${field}`));
      }
      context.need(tried > 0, 'needs a live project that refers to something soft-deleted');
    },
  }),
  'publication-states-follow-the-rules': onProjects(['WRITE-5', 'WRITE-4', 'SHAPE-7', 'ERR-3'], {
    title: 'publishing sets published_at, archiving keeps it, going back to draft clears it; no time is in the future',
    run: async (projects) => {
      let now = await projects.create();
      const all = [now];
      let latest = toText(now.project['created_at']);
      const expectTime = ({ project, exchange }: typeof now, wanted: Json): void => {
        const { published_at: at = null } = project;
        if (wanted !== 'new') return expectEqual('published_at', at, wanted, exchange);
        if (typeof at !== 'string' || at < latest) fail(`published_at not before ${latest}`, toText(at), exchange);
        latest = toText(at);
      };
      expectTime(now, null);
      for (const [state, status, time] of moves) {
        const why = `${toText(now.project['publication_state'])} → ${state}`;
        const exchange = await projects.patch(now.id, { publication_state: state, summary: `Now ${state}.` });
        if (status === 409) {
          expectProblem(exchange, 'conflict', why);
          await projects.expectUnchanged(now);
          continue;
        }
        const after = expectWritten(exchange, status, why);
        expectEqual('publication_state', after.project['publication_state'], state, exchange);
        expectTime(after, { new: 'new', none: null, same: now.project['published_at'] ?? null }[time]);
        now = after;
        all.push(now);
      }
      const last = await projects.create({ ...projects.small(), publication_state: 'published' });
      expectTime(last, 'new');
      const end = toText(last.project['created_at']);
      for (const { project, exchange } of all)
        for (const field of ['created_at', 'updated_at', 'published_at'])
          if (Date.parse(toText(project[field])) > Date.parse(end) + maxSkew)
            fail(`${field} not after ${end}, the time of a later request`, toText(project[field]), exchange);
    },
  }),
  'soft-deleted-projects-reject-patch': onProjects(['WRITE-8', 'ERR-3'], {
    title: 'a PATCH of a soft-deleted project is 409',
    run: async (projects) => {
      const { context } = projects;
      const deleted = context.need(context.subject('projects').rows.find(isDeleted), 'needs a soft-deleted project');
      // The PATCH sends the current value, so that a server which accepts it changes nothing.
      const exchange = await projects.patch(readId(deleted), { summary: deleted['summary'] ?? null });
      expectProblem(exchange, 'conflict', 'a PATCH of a soft-deleted project');
    },
  }),
  'if-match-guards-a-patch': onProjects(['WRITE-6', 'ERR-3', 'ERR-4', 'HTTP-2'], {
    title: 'If-Match with the current ETag, a list with it or * is accepted; others are 412, between 400 and 409',
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
      for (const form of ['TAG', '"x", TAG', '*']) {
        const value = form.replace('TAG', () => tag);
        const exchange = await projects.patch(id, { summary: `Through ${form}` }, { 'If-Match': value });
        expectStatus(exchange, 200, `If-Match: ${value}`);
        tag = exchange.header('etag') ?? '';
      }
    },
  }),
  'one-of-concurrent-patches-succeeds': onProjects(['WRITE-6'], {
    title: 'exactly one of several concurrent PATCHes with the same If-Match succeeds, and is stored',
    run: async (projects) => {
      const { id, tag } = await projects.create();
      for (let round = 0, now = tag; round < 3; round += 1) {
        const patch = (index: number) =>
          projects.patch(id, { summary: `Round ${round}, ${index}` }, { 'If-Match': now });
        const exchanges = await Promise.all([0, 1, 2, 3, 4].map(patch));
        const [good, ...more] = exchanges.filter(({ status }) => status === 200);
        if (!good || more.length > 0)
          return fail('exactly one 200', exchanges.map(({ status }) => status).join(', '), ...exchanges);
        for (const exchange of exchanges.filter((one) => one !== good))
          expectProblem(exchange, 'precondition_failed', 'the other PATCHes');
        const shown = await projects.read(id);
        expectEqual('the ETag of the one that succeeded', shown.tag, good.header('etag'), shown.exchange);
        now = shown.tag;
      }
    },
  }),
};
