import { onServer } from './check.js';
import { expectProblem, expectStatus } from './expect.js';
import { create, patch, read, sceneOf, smallBody, update } from './scene.js';
import { violated } from './violation.js';

export const preconditionChecks = [
  onServer({
    id: 'if-match-guards-a-patch',
    rules: ['WRITE-6', 'ERR-3', 'HTTP-2'],
    needs: ['writes'],
    title: 'If-Match with the current ETag, a list that has it or * is taken; any other, and its weak form, is 412',
    run: async (trial) => {
      const first = await create(trial, smallBody(sceneOf(trial)));
      const second = await update(trial, first.id, { summary: 'Changed.' });
      for (const value of [first.tag, '"x"', `W/${second.tag}`, `"x", ${first.tag}`]) {
        const exchange = await patch(trial, first.id, { summary: 'Not stored' }, { 'If-Match': value });
        expectProblem(exchange, 'precondition_failed', `If-Match: ${value}`);
      }
      const shown = await read(trial, first.id);
      if (shown.tag !== second.tag) violated('nothing stored by a 412', 'another ETag', shown.exchange);
      let { tag } = second;
      for (const [index, valueOf] of [(now: string) => now, (now: string) => `"x", ${now}`, () => '*'].entries()) {
        const exchange = await patch(trial, first.id, { summary: `Change ${index}` }, { 'If-Match': valueOf(tag) });
        expectStatus(exchange, 200, `If-Match: ${valueOf(tag)}`);
        tag = exchange.header('etag') ?? '';
      }
    },
  }),
  onServer({
    id: 'if-match-comes-before-a-conflict',
    rules: ['ERR-4', 'WRITE-6'],
    needs: ['writes'],
    title: 'a bad body is 400 before 412, and 412 comes before 409',
    run: async (trial) => {
      const { id } = await create(trial, smallBody(sceneOf(trial)));
      const stale = { 'If-Match': '"x"' };
      expectProblem(
        await patch(trial, id, { publication_state: 'archived' }, stale),
        'precondition_failed',
        '412 before 409',
      );
      expectProblem(await patch(trial, id, { nothing: 1 }, stale), 'invalid_request', '400 before 412');
    },
  }),
  onServer({
    id: 'of-several-patches-one-succeeds',
    rules: ['WRITE-6'],
    needs: ['writes'],
    title: 'of several PATCHes at once with the same If-Match exactly one succeeds, and its change is stored',
    run: async (trial) => {
      const { id, tag } = await create(trial, smallBody(sceneOf(trial)));
      for (let round = 0, now = tag; round < 3; round += 1) {
        const exchanges = await Promise.all(
          Array.from({ length: 5 }, (_, index) =>
            patch(trial, id, { summary: `Round ${round}, ${index}` }, { 'If-Match': now }),
          ),
        );
        const good = exchanges.filter(({ status }) => status === 200);
        const others = exchanges.filter(({ status }) => status !== 200);
        if (good.length !== 1)
          violated('exactly one 200', exchanges.map(({ status }) => status).join(', '), ...exchanges);
        for (const exchange of others) expectProblem(exchange, 'precondition_failed', 'the other PATCHes');
        const shown = await read(trial, id);
        if (shown.tag !== good[0]?.header('etag'))
          violated('the one that succeeded, stored', 'another ETag', shown.exchange);
        now = shown.tag;
      }
    },
  }),
];
