import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { openLog } from '@resource-catalogue/program';
import { newAccessToken, revokeToken, rotateToken, type Feed, type NewToken } from '@resource-catalogue/tokens';
import { asArray, asObject, asText, valuesAt } from '@resource-catalogue/testing/json';
import { stopClock } from '@resource-catalogue/testing/clock';
import { type Instance, startInstance, startOn, type TestService } from '../support/service.js';
import { seededDatabase } from '@resource-catalogue/database/testing/databases';
import { expectProblem } from '../http/support/problems.js';
import { readCalendar } from './support/calendar.js';

const lines: string[] = [];
let service: TestService;
/** An instance on the same database with small limits. */
let strict: Instance;
let member: string;
let feed: Feed;
let made: NewToken;
let path: string;

beforeAll(async () => {
  const logger = openLog({ logFormat: 'json', logLevel: 'trace' }, { write: (line) => lines.push(line) });
  service = await startOn(await seededDatabase(), { slowRequest: 0 }, { logger });
  strict = await startInstance(service.database, service.token, {
    authFailureLimit: { requests: 3, seconds: 60 },
  });
  const bookings = '/api/v1/bookings?filters[starts_at][gte]=2026-03-01&filters[state][in]=confirmed&limit=50';
  const [booked] = valuesAt((await service.request(bookings)).json(), 'data[].member');
  member = asText(asObject(booked)['id']);
  feed = { collection: 'members', id: member, withNames: false };
  made = await service.newToken({ feed });
  path = made.feed_path ?? '';
});
afterAll(async () => {
  await strict.close();
  await service.close();
});
/** The current time of the seeded database. */
beforeEach(() => void jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-03-01T12:00:00.000Z')));
afterEach(() => void jest.restoreAllMocks());

const read = (target: string, instance: Instance = service, headers: Record<string, string> = {}) =>
  instance.request(target, { token: false, headers });

it('a feed, its HEAD and its 304 have validators and headers that keep the URL private', async () => {
  const response = await read(path);
  expect([response.status, response.headers]).toMatchObject([
    200,
    {
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, no-cache',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      etag: expect.stringMatching(/^"\S+"$/),
      'ratelimit-policy': expect.any(String),
    },
  ]);
  const etag = String(response.headers['etag']);
  const head = await service.request(path, { token: false, method: 'HEAD' });
  expect([head.status, head.text, head.headers['etag'], head.headers['content-length']]).toEqual([
    200,
    '',
    etag,
    String(response.body.length),
  ]);
  for (const tag of [etag, `W/${etag}`, '*']) {
    const same = await read(path, service, { 'if-none-match': tag });
    expect([same.status, same.text, same.headers['etag']]).toEqual([304, '', etag]);
  }
  expect((await read(path, service, { 'if-none-match': '"other"' })).text).toBe(response.text);
  const coded = await read(path, service, { 'accept-encoding': 'gzip' });
  expect(response.body.length).toBeGreaterThan(1024);
  expect([coded.headers['content-encoding'], coded.headers['etag']]).toEqual(['gzip', etag]);
  expect((await service.request(path, { token: false, method: 'POST' })).status).toBe(405);
});

describe('every other token gets the same 404', () => {
  const withToken = (token: string): string => `/calendars/members/${member}.ics?token=${token}`;

  it.each<[string, () => Promise<string> | string]>([
    ['no token', () => `/calendars/members/${member}.ics`],
    ['an unknown token', () => withToken(newAccessToken())],
    ['a malformed token', () => withToken('rct_x')],
    ['an empty token', () => withToken('')],
    ['a token twice', () => `${path}&token=${made.token}`],
    ['an API token', () => withToken(service.token)],
    [
      'a revoked token',
      async () => {
        const { id, feed_path: revoked } = await service.newToken({ feed });
        await revokeToken(service.database.prisma, id);
        return revoked ?? '';
      },
    ],
    ['an expired token', async () => (await service.newToken({ feed, expiresAt: new Date(0) })).feed_path ?? ''],
    ['the token of another row', () => path.replace(member, '0198c1b2-2b70-7a24-bb72-4dfa1b3e6958')],
    ['the token of another collection', () => path.replace('members', 'machines')],
    ['the token in another spelling of the id', () => path.replace(member, member.toUpperCase())],
  ])('%s', async (_, target) => {
    const response = await read(await target());
    const { detail } = expectProblem(response, 'not_found');
    expect(detail).toBe('No calendar feed has this URL, or its token is no longer valid.');
    expect(response.headers['referrer-policy']).toBe('no-referrer');
    expect(response.headers['ratelimit']).toBeUndefined();
  });

  it('neither an API token nor a feed token in the Authorization header opens a feed', async () => {
    for (const token of [service.token, made.token]) {
      const response = await service.request(`/calendars/members/${member}.ics`, { token });
      expect(response.status).toBe(404);
    }
  });

  it('a browser sees a page without the token', async () => {
    const response = await read(`/calendars/members/${member}.ics?token=${service.token}`, service, {
      accept: 'text/html',
    });
    expect([response.status, response.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(response.text).not.toContain(service.token.slice(4));
  });
});

it('a feed token does not give access to the API', async () => {
  for (const target of ['/api/v1/members?limit=1', `/api/v1/members/${member}`, '/api/v1/nothing']) {
    expectProblem(await service.request(target, { token: made.token }), 'invalid_token');
    expectProblem(await read(`${target}${target.includes('?') ? '&' : '?'}token=${made.token}`), 'missing_token');
  }
});

describe('limits', () => {
  it('rejected tokens count against the IP address, while valid ones keep working', async () => {
    const bad = `/calendars/members/${member}.ics?token=${newAccessToken()}`;
    const statuses: number[] = [];
    for (let sent = 0; sent < 4; sent += 1) statuses.push((await read(bad, strict)).status);
    expect(statuses).toEqual([404, 404, 404, 429]);
    expect((await read(path, strict)).status).toBe(200);
    expectProblem(await strict.request('/api/v1/spaces', { token: newAccessToken() }), 'rate_limited');
  });

  it('requests of a feed count against the quota of its token', async () => {
    const { feed_path: limited } = await service.newToken({ feed, quota: { requests: 2, seconds: 60 } });
    const statuses: number[] = [];
    for (let sent = 0; sent < 3; sent += 1) statuses.push((await read(limited ?? '')).status);
    expect(statuses).toEqual([200, 200, 429]);
  });

  it('a revoked feed closes within a second, even if its response is cached', async () => {
    const { id, feed_path: revoked } = await service.newToken({ feed });
    const clock = stopClock();
    for (let sent = 0; sent < 3; sent += 1) expect((await read(revoked ?? '')).status).toBe(200);
    await revokeToken(service.database.prisma, id);
    await clock.pass(1000);
    expect((await read(revoked ?? '')).status).toBe(404);
  });

  it('a rotated token opens the same feed, and the old one until the overlap ends', async () => {
    const named = await service.newToken({ feed: { ...feed, withNames: true } });
    const next = await rotateToken(service.database.prisma, named.id, 60_000, new Date(Date.now()));
    expect(next).toMatchObject({ feed: `member:${member}`, with_names: true, scopes: [] });
    const texts = [await read(named.feed_path ?? ''), await read(next.feed_path ?? '')].map(({ status, text }) => [
      status,
      text,
    ]);
    expect(texts[0]).toEqual([200, texts[1]?.[1]]);
  });
});

it('no name of a member is in a feed, unless its token was created with names', async () => {
  const rows = asArray(asObject((await service.request('/api/v1/members?limit=200')).json())['data']).map(asObject);
  const spaces = valuesAt((await service.request('/api/v1/spaces?limit=200')).json(), 'data[].id');
  const own = asObject(asObject((await service.request(`/api/v1/members/${member}`)).json())['data']);
  // Shorter ones are parts of other words.
  const names = rows.map(({ last_name }) => asText(last_name)).filter((name) => name.length > 3);
  const texts = async (withNames: boolean): Promise<string> => {
    const feeds: Feed[] = spaces.map((id) => ({ collection: 'spaces', id: asText(id), withNames }));
    let all = '';
    for (const one of [...feeds, { ...feed, withNames }]) {
      const { feed_path: target } = await service.newToken({ feed: one });
      const response = await read(target ?? '');
      if (response.status === 200)
        for (const { summary, description } of readCalendar(response.body).events)
          all += `${summary}\n${description}\n`;
    }
    return all;
  };
  const [without, withAll] = [await texts(false), await texts(true)];
  expect(names.filter((name) => without.includes(name))).toEqual([]);
  expect(names.filter((name) => withAll.includes(name)).length).toBeGreaterThan(20);
  const { feed_path: target } = await service.newToken({ feed: { ...feed, withNames: true } });
  const { name } = readCalendar((await read(target ?? '')).body);
  expect(name).toBe(`Bookings of ${asText(own['first_name'])} ${asText(own['last_name'])}`);
  expect(readCalendar((await read(path)).body).name).toBe('Bookings');
});

it('an erased member has no feed', async () => {
  const { prisma } = service.database;
  await prisma.member.update({ where: { id: member }, data: { soft_deleted_at: new Date('2026-03-01T00:00:00Z') } });
  const { detail } = expectProblem(await read(path), 'not_found');
  expect(detail).toBe('The resource of this calendar feed no longer exists.');
});

it('the database rejects a token with scopes and a feed, and an incomplete feed', async () => {
  const { prisma } = service.database;
  const create = (data: object) =>
    prisma.accessToken.create({
      data: { name: 'x', prefix: 'rct_x', hash: new Uint8Array(32), scopes: [], ...data },
    });
  const whole = { feed_collection: 'members', feed_id: member };
  await expect(create({ ...whole, scopes: ['read'] })).rejects.toThrow('access_tokens_feed_check');
  await expect(create({ scopes: ['read'], feed_names: true })).rejects.toThrow('access_tokens_feed_check');
  await expect(create({ feed_id: member })).rejects.toThrow('access_tokens_feed_whole_check');
});

it('the log contains the id of a token, but no part of the token itself', async () => {
  await service.request('/health/live');
  const log = lines.join('');
  for (const token of [made.token, service.token]) expect(log).not.toContain(token.slice(10));
  expect(log).not.toContain('token=');
  expect(log).toContain(`"path":"/calendars/members/${member}.ics","status":200`);
  expect(log).toContain(`"token":"${made.id}"`);
});
