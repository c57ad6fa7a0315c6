import { expect, it } from '@jest/globals';
import { Exchange } from '../target/exchange.js';
import { Target } from '../target/target.js';
import { CheckContext } from './context.js';
import { Inconclusive, fail, Violation } from './violation.js';

const id = (digit: number): string => `00000000-0000-7000-8000-00000000000${digit}`;

/** The context of a check; its server returns the project of the `Name` header, or else of the path. */
function makeContext(): CheckContext {
  const send: Target['send'] = ({ path, method = 'GET', headers = {} }) => {
    const body = JSON.stringify({ data: { id: headers['Name'] ?? path.slice(-36) } });
    const request = { method, path, headers };
    return Promise.resolve(new Exchange(request, 200, new Map(), Buffer.from(body)));
  };
  const target = new Target('http://localhost', {
    token: 'a',
    transport: { send: () => send({ path: '' }), close: () => {} },
  });
  target.send = send;
  const run = { target, snapshot: new Map(), given: { token: 'a' } };
  return new CheckContext({ ...run, sightings: new Map() }, 'a');
}

it('the sequence of a failure has only requests about the same project', async () => {
  const context = makeContext();
  for (const project of [id(1), id(2)])
    await context.send({ path: '/api/v1/projects', method: 'POST', headers: { Name: project } });
  await context.get(`/api/v1/projects/${id(1)}`);
  const failed = await context.get(`/api/v1/projects/${id(2)}`);
  expect(context.trace.sequence([failed]).map((line) => line.replace(/\+\S+ s /, ''))).toEqual([
    '2. POST /api/v1/projects → 200',
    `4. GET /api/v1/projects/${id(2)} → 200`,
  ]);
});

it('a check of several cases ends with the failures of all of them', async () => {
  const tried: number[] = [];
  const attempt = (one: number): void => {
    tried.push(one);
    if (one === 3) throw new Inconclusive('no data');
    if (one > 1) fail('at most 1', String(one));
  };
  const error: unknown = await makeContext()
    .each([1, 2, 3, 4], attempt)
    .catch((thrown: unknown) => thrown);
  expect(tried).toEqual([1, 2, 3, 4]);
  expect(error).toBeInstanceOf(Violation);
  expect(error).toMatchObject({ evidence: { observed: '2', more: [{ observed: '4' }] } });
  await expect(makeContext().each([3], attempt)).rejects.toBeInstanceOf(Inconclusive);
});
