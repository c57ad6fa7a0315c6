import { expectEqual, expectStatus } from '../assertions/answer.js';
import { expectProblem } from '../assertions/problem.js';
import type { Checks } from '../context/check.js';
import { violated } from '../context/violation.js';
import { onProjects } from '../requests/projects.js';

export const preconditionChecks: Checks = {
  'if-match-guards-a-patch': onProjects(['WRITE-6', 'ERR-3', 'HTTP-2'], {
    title: 'If-Match with the current ETag, a list that has it or * is accepted; any other, and its weak form, is 412',
    run: async (projects) => {
      const { id, tag: first } = await projects.create();
      const second = await projects.update(id, { summary: 'Changed.' });
      for (const value of [first, '"x"', `W/${second.tag}`, `"x", ${first}`]) {
        const exchange = await projects.patch(id, { summary: 'Not stored' }, { 'If-Match': value });
        expectProblem(exchange, 'precondition_failed', `If-Match: ${value}`);
      }
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
    title: 'of several PATCHes at once with the same If-Match exactly one succeeds, and its change is stored',
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
