import { randomUUID } from 'node:crypto';
import { fieldTable, ProjectUpdateDto } from '@resource-catalogue/contracts';
import { projectReferences } from '../kit/references.js';
import { readId, type Json, type Row, toText, valuesAt } from '../json.js';
import type { Exchange } from '../target/exchange.js';
import { expectEqual, expectProblem, expectStatus, tokensIn } from '../kit/expect.js';
import { expectSame, type Written } from '../kit/expect-project.js';
import type { Checks } from '../kit/check.js';
import { violated } from '../kit/violation.js';
import { isLive } from '../kit/subject.js';
import { onProjects } from '../kit/projects.js';

function expectPublished({ project, exchange }: Written, state: string, publishedAt: string | null): void {
  expectEqual('publication_state', project['publication_state'], state, exchange);
  expectEqual('published_at', project['published_at'], publishedAt, exchange);
}

/** The time of a publication that has just been made, which must not be before `since`. */
function publishedAt(written: Written, since: string): string {
  const { published_at: at } = written.project;
  if (typeof at !== 'string' || at < since)
    return violated(`published_at not before ${since}`, toText(at), written.exchange);
  expectPublished(written, 'published', at);
  return at;
}

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
  'publication-goes-its-ways': onProjects(['WRITE-5', 'WRITE-4'], {
    title: 'the first publication sets published_at, archiving keeps it, going back to draft clears it',
    run: async (projects) => {
      const draft = await projects.create();
      expectPublished(draft, 'draft', null);
      const to = (state: string): Promise<Written> =>
        projects.update(draft.id, { publication_state: state }, `to ${state}`);
      const at = publishedAt(await to('published'), toText(draft.project['created_at']));
      for (const state of ['published', 'archived', 'archived']) expectPublished(await to(state), state, at);
      expectPublished(await projects.update(draft.id, { summary: 'In the archive.' }), 'archived', at);
      expectPublished(await to('published'), 'published', at);
      expectPublished(await to('draft'), 'draft', null);
      expectPublished(await projects.read(draft.id), 'draft', null);
      const again = await to('published');
      if (publishedAt(again, at) === at) violated(`published_at later than ${at}`, at, again.exchange);
      publishedAt(await projects.create({ ...projects.small(), publication_state: 'published' }), at);
    },
  }),
  'other-ways-of-publication-are-409': onProjects(['WRITE-5', 'ERR-3'], {
    title: 'draft → archived and archived → draft are 409 and change nothing',
    run: async (projects) => {
      const draft = await projects.create();
      const refuse = async (project: Written, from: string, state: string): Promise<void> => {
        const exchange = await projects.patch(draft.id, { publication_state: state, summary: 'x' });
        expectProblem(exchange, 'conflict', `${from} → ${state}`);
        await projects.expectUnchanged(project);
      };
      await refuse(draft, 'draft', 'archived');
      await projects.update(draft.id, { publication_state: 'published' });
      await refuse(await projects.update(draft.id, { publication_state: 'archived' }), 'archived', 'draft');
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
  'if-match-guards-a-patch': onProjects(['WRITE-6', 'ERR-3', 'HTTP-2'], {
    title: 'If-Match with the current ETag, a list with it or * is accepted; any other or its weak form is 412',
    run: async (projects) => {
      const { id, tag: first } = await projects.create();
      const second = await projects.update(id, { summary: 'Changed.' });
      await projects.context.each([first, '"x"', `W/${second.tag}`, `"x", ${first}`], async (value) => {
        const exchange = await projects.patch(id, { summary: 'Not stored' }, { 'If-Match': value });
        expectProblem(exchange, 'precondition_failed', `If-Match: ${value}`);
      });
      await projects.expectUnchanged(second);
      let { tag } = second;
      for (const [index, valueOf] of [(now: string) => now, (now: string) => `"x", ${now}`, () => '*'].entries()) {
        const exchange = await projects.patch(id, { summary: `Change ${index}` }, { 'If-Match': valueOf(tag) });
        expectStatus(exchange, 200, `If-Match: ${valueOf(tag)}`);
        tag = exchange.header('etag') ?? '';
      }
    },
  }),
  'if-match-comes-before-a-conflict': onProjects(['ERR-4', 'WRITE-6'], {
    title: 'a bad body is 400 before 412, and 412 comes before 409',
    run: async (projects) => {
      const { id } = await projects.create();
      const stale = { 'If-Match': '"x"' };
      const archived = await projects.patch(id, { publication_state: 'archived' }, stale);
      expectProblem(archived, 'precondition_failed', '412 before 409');
      expectProblem(await projects.patch(id, { nothing: 1 }, stale), 'invalid_request', '400 before 412');
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
const otherThanPost = ['text/plain', 'application/xml', form, 'application/jsonx', 'application/merge-patch+json'];
const otherThanPatch = ['text/plain', 'application/json-patch+json', form];

function expectUnsupported(exchange: Exchange, why: string, header: string, types: readonly string[]): void {
  expectProblem(exchange, 'unsupported_media_type', why);
  const found = tokensIn(exchange, header).map((type) => type.replace(/\s*;.*/, ''));
  const absent = types.find((type) => !found.includes(type));
  if (absent !== undefined) violated(`${header} with ${absent}`, exchange.header(header) ?? 'none', exchange);
}

export const requestChecks: Checks = {
  'other-media-types-are-415': onProjects(['WRITE-2', 'ERR-3'], {
    title: 'a body of another type is 415 with Accept-Post or Accept-Patch',
    run: async (projects) => {
      const before = await projects.create();
      await projects.context.each(otherThanPost, async (type) => {
        const exchange = await projects.post(projects.small(), { 'Content-Type': type });
        expectUnsupported(exchange, `POST of ${type}`, 'accept-post', ['application/json']);
      });
      await projects.context.each(otherThanPatch, async (type) => {
        const exchange = await projects.patch(before.id, { name: 'Not stored' }, { 'Content-Type': type });
        const types = ['application/json', 'application/merge-patch+json'];
        expectUnsupported(exchange, `PATCH of ${type}`, 'accept-patch', types);
      });
      const headers = { 'Content-Type': 'application/json; charset=utf-8' };
      expectStatus(await projects.post(projects.small(), headers), 201, 'a charset');
      await projects.expectUnchanged(before);
    },
  }),
  'writes-take-no-query': onProjects(['GET-3'], {
    title: 'POST and PATCH refuse query parameters with 400, and nothing is stored',
    run: async (projects) => {
      const before = await projects.create();
      const post = await projects.post(projects.small(), {}, { path: '/api/v1/projects?limit=1' });
      const patch = await projects.patch(before.id, { name: 'Not stored' }, {}, '?limit=1');
      for (const exchange of [post, patch])
        expectProblem(exchange, 'invalid_request', 'a write with a query', { parameters: ['limit'] });
      await projects.expectUnchanged(before);
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
  'writes-obey-accept': onProjects(['HTTP-4', 'ERR-4', 'WRITE-3'], {
    title: 'POST and PATCH with an Accept that excludes JSON are 406 and store nothing; wildcards get JSON',
    run: async (projects) => {
      const before = await projects.create();
      const name = `Conformance not accepted ${randomUUID()}`;
      await projects.context.each(['text/html', 'application/json;q=0'], async (Accept) => {
        expectProblem(await projects.post(projects.small(name), { Accept }), 'not_acceptable', `POST, ${Accept}`);
        expectProblem(await projects.patch(before.id, { name }, { Accept }), 'not_acceptable', `PATCH, ${Accept}`);
      });
      await projects.expectUnchanged(before);
      await projects.expectMade(0, name, before);
      for (const Accept of ['application/*', 'text/html, */*;q=0.1'])
        expectStatus(await projects.patch(before.id, { summary: Accept }, { Accept }), 200, `PATCH, ${Accept}`);
    },
  }),
};
