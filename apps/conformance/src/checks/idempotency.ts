import { randomUUID } from 'node:crypto';
import { isObject, textOf } from '../json.js';
import type { Exchange } from '../target/exchange.js';
import { askPage } from './ask-list.js';
import { onServer } from './check.js';
import { expectFaults, expectProblem, expectStatus } from './expect.js';
import { create, expectWritten, patch, post, sceneOf, smallBody } from './scene.js';
import type { Trial } from './trial.js';
import { violated } from './violation.js';

const idOf = ({ json }: Exchange): string => {
  const data = isObject(json) ? json['data'] : undefined;
  return isObject(data) ? textOf(data['id']) : '';
};

function expectReplayed(exchange: Exchange, first: Exchange, why: string): void {
  expectStatus(exchange, 201, why);
  if (exchange.header('idempotency-replayed') !== 'true')
    violated(`${why}: Idempotency-Replayed: true`, String(exchange.header('idempotency-replayed')), exchange);
  if (exchange.text !== first.text) violated(`${why}: the first body again`, 'another one', first, exchange);
  for (const name of ['location', 'etag']) {
    if (exchange.header(name) !== first.header(name))
      violated(`${why}: the first ${name}`, String(exchange.header(name)), first, exchange);
  }
}

/** How many projects have this name: one, if the key did its work. */
async function madeSince(trial: Trial, name: string, since: string): Promise<number> {
  const page = await askPage(trial, '/api/v1/projects', `filters[created_at][gte]=${since}&limit=200`);
  return page.rows.filter((row) => row['name'] === name).length;
}

export const idempotencyChecks = [
  onServer({
    id: 'a-key-makes-one-project',
    rules: ['WRITE-7'],
    needs: ['writes'],
    title: 'the same request again, its key quoted or not, gets the first 201 and makes no second project',
    run: async (trial) => {
      const scene = sceneOf(trial);
      const key = randomUUID();
      const name = `Conformance key ${key}`;
      const body = JSON.stringify(smallBody(scene, name));
      const first = await post(trial, body, { 'Idempotency-Key': key });
      const written = expectWritten(first, 201, 'the first POST with a key');
      if (first.header('idempotency-replayed') === 'true')
        violated('no Idempotency-Replayed on the first answer', 'true', first);
      expectReplayed(await post(trial, body, { 'Idempotency-Key': key }), first, 'the same request again');
      expectReplayed(await post(trial, body, { 'Idempotency-Key': `"${key}"` }), first, 'the same key, quoted');
      expectStatus(await patch(trial, written.id, { summary: 'Changed meanwhile.' }), 200, 'a PATCH');
      expectReplayed(await post(trial, body, { 'Idempotency-Key': key }), first, 'the same request after a change');
      const made = await madeSince(trial, name, textOf(written.project['created_at']));
      if (made !== 1) violated('one project', `${made} of them`, first);
      for (const another of [randomUUID(), key.toUpperCase()]) {
        const other = await post(trial, body, { 'Idempotency-Key': another });
        expectStatus(other, 201, 'another key');
        if (idOf(other) === written.id) violated('another project for another key', 'the same one', other);
      }
      expectReplayed(await post(trial, body, { 'Idempotency-Key': key }), first, 'the first key after others');
    },
  }),
  onServer({
    id: 'another-body-under-a-key-is-422',
    rules: ['WRITE-7', 'ERR-3', 'ERR-4'],
    needs: ['writes'],
    title: 'another body under the same key is 422, even if it is invalid, or differs in one space',
    run: async (trial) => {
      const scene = sceneOf(trial);
      const headers = { 'Idempotency-Key': randomUUID() };
      const body = JSON.stringify(smallBody(scene));
      expectStatus(await post(trial, body, headers), 201, 'the first POST with a key');
      for (const other of [
        JSON.stringify(smallBody(scene, 'Conformance rum')),
        JSON.stringify(smallBody(scene, 'Another')),
        '{"nothing":1}',
        '{',
        `${body} `,
      ]) {
        expectProblem(await post(trial, other, headers), 'idempotency_key_reused', 'another body under the same key');
      }
      const large = `{"name":"${'a'.repeat(1024 * 1024)}"}`;
      const [type, accept] = [{ 'Content-Type': 'text/plain' }, { Accept: 'text/html' }];
      expectProblem(await post(trial, '{', { ...headers, ...type }), 'unsupported_media_type', '415 before 422');
      expectProblem(await post(trial, '{', { ...headers, ...accept }), 'not_acceptable', '406 before 422');
      expectProblem(await post(trial, large, headers), 'payload_too_large', '413 before 422');
    },
  }),
  onServer({
    id: 'only-good-answers-are-kept',
    rules: ['WRITE-7'],
    needs: ['writes'],
    title: 'a key whose request was refused can be used for a good one',
    run: async (trial) => {
      const headers = { 'Idempotency-Key': randomUUID() };
      expectProblem(await post(trial, {}, headers), 'invalid_request', 'a bad POST with a key');
      const good = await post(trial, smallBody(sceneOf(trial)), headers);
      expectStatus(good, 201, 'a good POST with the key of a refused one');
      if (good.header('idempotency-replayed') === 'true') violated('a new answer', 'a replayed one', good);
    },
  }),
  onServer({
    id: 'keys-have-their-form',
    rules: ['WRITE-7', 'ERR-2'],
    needs: ['writes'],
    title: 'a key has 1 to 255 visible characters; any other is 400, names the header and stores nothing',
    run: async (trial) => {
      const scene = sceneOf(trial);
      const { project } = await create(trial, smallBody(scene));
      const name = `Conformance bad key ${randomUUID()}`;
      for (const key of ['""', 'k'.repeat(256), 'a b', 'a\tb', '\xe4']) {
        const exchange = await post(trial, smallBody(scene, name), { 'Idempotency-Key': key });
        const faults = expectProblem(exchange, 'invalid_request', `the key ${key.slice(0, 10)}`);
        expectFaults(exchange, faults, [{ header: 'Idempotency-Key' }]);
      }
      const made = await madeSince(trial, name, textOf(project['created_at']));
      if (made > 0) violated('nothing stored', `${made} projects`, ...trial.exchanges.slice(-1));
      const long = randomUUID().padEnd(255, '~');
      for (const [key, why] of [
        [long, 'a key of 255 characters'],
        [`${long.slice(0, -1)}.`, 'another body under another key, which differs in its last character'],
      ] as const) {
        expectStatus(await post(trial, smallBody(scene, why), { 'Idempotency-Key': key }), 201, why);
      }
    },
  }),
  onServer({
    id: 'keys-belong-to-their-token',
    rules: ['WRITE-7'],
    needs: ['writes', 'second-token'],
    title: 'the key of one token means nothing for another one',
    run: async (trial) => {
      const scene = sceneOf(trial);
      const headers = { 'Idempotency-Key': randomUUID() };
      const body = JSON.stringify(smallBody(scene));
      const mine = await post(trial, body, headers);
      const theirs = await post(trial, body, headers, trial.given.secondToken);
      for (const exchange of [mine, theirs]) expectStatus(exchange, 201, 'the first POST of a token with a key');
      if (idOf(mine) === idOf(theirs)) violated('a project of its own for each token', 'the same one', theirs);
      expectStatus(
        await post(trial, smallBody(scene, 'Another'), { 'Idempotency-Key': randomUUID() }, trial.given.secondToken),
        201,
        'another key',
      );
    },
  }),
  onServer({
    id: 'a-key-at-once-makes-one-project',
    rules: ['WRITE-7'],
    needs: ['writes'],
    title: 'the same request several times at once makes one project; the others are replayed or 409 with Retry-After',
    run: async (trial) => {
      const scene = sceneOf(trial);
      const { project } = await create(trial, smallBody(scene));
      for (let round = 0; round < 3; round += 1) {
        const name = `Conformance race ${randomUUID()}`;
        const headers = { 'Idempotency-Key': randomUUID() };
        const exchanges = await Promise.all(
          Array.from({ length: 5 }, () => post(trial, smallBody(scene, name), headers)),
        );
        const made = exchanges.filter(({ status }) => status === 201);
        if (new Set(made.map(idOf)).size !== 1)
          violated('one project', `${new Set(made.map(idOf)).size}`, ...exchanges);
        const fresh = made.filter((exchange) => exchange.header('idempotency-replayed') !== 'true');
        if (fresh.length !== 1) violated('one answer that is not replayed', String(fresh.length), ...exchanges);
        for (const exchange of exchanges.filter(({ status }) => status !== 201)) {
          expectProblem(exchange, 'conflict', 'a key whose first request is still running');
          if (!/^\d+$/.test(exchange.header('retry-after') ?? ''))
            violated('Retry-After', String(exchange.header('retry-after')), exchange);
        }
        const count = await madeSince(trial, name, textOf(project['created_at']));
        if (count !== 1) violated('one project', `${count} of them`, ...made);
      }
    },
  }),
];
