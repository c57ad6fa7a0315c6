import { randomUUID } from 'node:crypto';
import { maximumBodyBytes, maximumKeyLength } from '@resource-catalogue/contracts';
import { toText, valuesAt } from '../json.js';
import type { Exchange } from '../target/exchange.js';
import { expectEqual, expectProblem, expectSameBody, expectStatus } from '../kit/expect.js';
import type { Checks } from '../kit/check.js';
import { fail } from '../kit/violation.js';
import { expectWritten, onProjects } from '../kit/projects.js';

const readId = ({ json }: Exchange): string => toText(valuesAt(json, 'data.id')[0] ?? '');

const keyed = (key: string = randomUUID()) => ({ 'Idempotency-Key': key });

const isReplayed = (exchange: Exchange): boolean => exchange.header('idempotency-replayed') === 'true';

/** Expects a 201: the one of the first request again, or else a new one. */
function expectCreated(exchange: Exchange, why: string, first?: Exchange): void {
  expectStatus(exchange, 201, why);
  expectEqual(`${why}: whether it is replayed`, isReplayed(exchange), first !== undefined, exchange);
  if (!first) return;
  expectSameBody(`${why}: the first body again`, first, exchange);
  for (const name of ['location', 'etag'])
    expectEqual(`${why}: the first ${name}`, exchange.header(name), first.header(name), first, exchange);
}

export const idempotencyChecks: Checks = {
  'an-idempotency-key-creates-one-project': onProjects(['WRITE-7'], {
    title: 'a repeated request, its key quoted or not, gets the first 201 and creates no second project',
    run: async (projects) => {
      const key = randomUUID();
      const name = `Conformance key ${key}`;
      const send = (headers = keyed(key)): Promise<Exchange> => projects.post(projects.small(name), headers);
      const first = await send();
      expectCreated(first, 'the first POST with a key');
      const written = expectWritten(first, 201, 'the first POST with a key');
      expectCreated(await send(), 'the same request again', first);
      expectCreated(await send(keyed(`"${key}"`)), 'the same key, quoted', first);
      expectStatus(await projects.patch(written.id, { summary: 'Changed meanwhile.' }), 200, 'a PATCH');
      expectCreated(await send(), 'the same request after a change', first);
      await projects.expectCreated(1, name, written);
      for (const another of [randomUUID(), key.toUpperCase()]) {
        const other = await send(keyed(another));
        expectCreated(other, 'another key');
        if (readId(other) === written.id) fail('another project for another key', 'the same project', other);
      }
      expectCreated(await send(), 'the first key after others', first);
    },
  }),
  'another-body-with-a-used-key-is-422': onProjects(['WRITE-7', 'ERR-3', 'ERR-4'], {
    title: 'another body under the same key is 422, even if it is invalid or differs by one space',
    run: async (projects) => {
      const headers = keyed();
      const name = 'Conformance r\u00fcn';
      const body = JSON.stringify(projects.small(name));
      expectStatus(await projects.post(body, headers), 201, 'the first POST with a key');
      // The second one is canonically equivalent (SORT-1).
      const names = ['Conformance rum', name.normalize('NFD')];
      for (const other of [...names.map((one) => projects.small(one)), { nothing: 1 }, '{', `${body} `])
        expectProblem(await projects.post(other, headers), 'idempotency_key_reused', 'another body under the same key');
      const large = { name: 'a'.repeat(maximumBodyBytes) };
      for (const [code, other, more] of [
        ['unsupported_media_type', '{', { 'Content-Type': 'text/plain' }],
        ['not_acceptable', '{', { Accept: 'text/html' }],
        ['payload_too_large', large, {}],
      ] as const)
        expectProblem(await projects.post(other, { ...headers, ...more }), code, `${code} before the 422`);
    },
  }),
  'idempotency-keys-are-validated': onProjects(['WRITE-7', 'ERR-2'], {
    title: 'a key has 1 to 255 visible characters, any other is a 400, and a rejected request does not use up its key',
    run: async (projects) => {
      const before = await projects.create();
      const name = `Conformance bad key ${randomUUID()}`;
      await projects.context.each(['""', 'k'.repeat(maximumKeyLength + 1), 'a b', 'a\tb', '\xe4'], async (key) => {
        const exchange = await projects.post(projects.small(name), keyed(key));
        expectProblem(exchange, 'invalid_request', `the key ${key.slice(0, 10)}`, { headers: ['Idempotency-Key'] });
      });
      await projects.expectCreated(0, name, before);
      const headers = keyed();
      expectProblem(await projects.post({}, headers), 'invalid_request', 'an invalid POST with a key');
      expectCreated(await projects.post(projects.small(), headers), 'a valid POST with the key of a rejected one');
      const long = randomUUID().padEnd(maximumKeyLength, '~');
      for (const key of [long, `${long.slice(0, -1)}.`])
        expectCreated(await projects.post(projects.small(key.slice(-9)), keyed(key)), 'a new key of 255 characters');
    },
  }),
  'idempotency-keys-belong-to-a-token': onProjects(['WRITE-7'], {
    needs: ['second-token'],
    title: 'idempotency keys of different tokens are independent',
    run: async (projects) => {
      const headers = keyed();
      const second = { token: projects.context.given.secondToken ?? null };
      const mine = await projects.post(projects.small(), headers);
      const theirs = await projects.post(projects.small(), headers, second);
      for (const exchange of [mine, theirs]) expectCreated(exchange, 'the first POST of a token with a key');
      if (readId(mine) === readId(theirs)) fail('a separate project for each token', 'the same project', theirs);
      expectStatus(await projects.post(projects.small('Another'), keyed(), second), 201, 'another key');
    },
  }),
  'concurrent-requests-with-a-key-create-one-project': onProjects(['WRITE-7'], {
    title: 'concurrent equal requests create one project; the others are replayed or 409 with Retry-After',
    run: async (projects) => {
      const before = await projects.create();
      for (let round = 0; round < 3; round += 1) {
        const name = `Conformance race ${randomUUID()}`;
        const headers = keyed();
        const exchanges = await Promise.all([1, 2, 3, 4, 5].map(() => projects.post(projects.small(name), headers)));
        const made = exchanges.filter(({ status }) => status === 201);
        expectEqual('the number of ids in the responses', new Set(made.map(readId)).size, 1, ...exchanges);
        const fresh = made.filter((exchange) => !isReplayed(exchange));
        expectEqual('the number of responses that are not replayed', fresh.length, 1, ...exchanges);
        for (const exchange of exchanges.filter(({ status }) => status !== 201)) {
          expectProblem(exchange, 'conflict', 'a key whose first request is still running');
          const retryAfter = exchange.header('retry-after') ?? 'none';
          if (!/^\d+$/.test(retryAfter)) fail('Retry-After', retryAfter, exchange);
        }
        await projects.expectCreated(1, name, before);
      }
    },
  }),
};
