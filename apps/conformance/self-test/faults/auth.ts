import { ask, idsOf, list, type Reply, rows } from '../probe/ask.js';
import type { Route, Token } from '../server/http/exchange.js';
import { headerOf } from '../server/http/exchange.js';
import { Refusal } from '../server/refusal.js';
import type { SelfTestServer } from '../server/start.js';
import { answering, asProblem, withoutHeaders } from './alterations.js';
import type { Fault } from './fault.js';

const isOf = (route: Route | null, collection: string, kind: Route['kind']): boolean =>
  route?.contract.name === collection && route.kind === kind;

const bare = (server: SelfTestServer, path: string, method = 'GET'): Promise<Reply> =>
  ask(server, path, { token: null, method });

const withAuthorization = (server: SelfTestServer, authorization: string): Promise<Reply> =>
  ask(server, '/api/v1/plans', { token: null, headers: { authorization } });

async function single(server: SelfTestServer, collection: string): Promise<string> {
  const [id = ''] = idsOf(await rows(server, collection, 'limit=1'));
  return `/api/v1/${collection}/${id}`;
}

/** A token in another state is taken for a good one. */
const accepting =
  (accepted: (token: Token, credentials: string) => boolean) =>
  (credentials: string, tokens: readonly Token[]): Token | null =>
    tokens.find((token) => (token.text === credentials && token.state === 'good') || accepted(token, credentials)) ??
    null;

export const authFaults = [
  {
    id: 'auth-open-head',
    family: 'auth',
    rule: 'AUTH-1',
    summary: 'HEAD needs no token',
    behaviour: () => ({ needsToken: ({ request }) => request.method !== 'HEAD' }),
    probe: async (server) => (await bare(server, '/api/v1/members', 'HEAD')).status === 200,
  },
  {
    id: 'auth-presence-only',
    family: 'auth',
    rule: 'AUTH-2',
    summary: 'any token will do',
    behaviour: (sound) => ({
      tokenOf: (credentials, tokens) => sound.tokenOf(credentials, tokens) ?? tokens[0] ?? null,
    }),
    probe: async (server) => (await list(server, 'plans', '', { token: 'x' })).status === 200,
  },
  {
    id: 'auth-form-only',
    family: 'auth',
    rule: 'AUTH-2',
    summary: 'any token of the right form will do',
    behaviour: () => ({
      tokenOf: (credentials, tokens) =>
        tokens.find(({ text, state }) => text === credentials && state === 'good') ??
        (/^rct_\w{49}$/.test(credentials) && !tokens.some(({ text }) => text === credentials)
          ? (tokens[0] ?? null)
          : null),
    }),
    probe: async (server) => (await list(server, 'plans', '', { token: `rct_${'0'.repeat(49)}` })).status === 200,
  },
  {
    id: 'auth-expired-accepted',
    family: 'auth',
    rule: 'AUTH-2',
    summary: 'an expired token is accepted',
    behaviour: () => ({
      tokenOf: accepting(({ text, state }, credentials) => text === credentials && state === 'expired'),
    }),
    probe: async (server) => (await list(server, 'plans', '', { token: server.tokens.expired })).status === 200,
  },
  {
    id: 'auth-revoked-accepted',
    family: 'auth',
    rule: 'AUTH-2',
    summary: 'a revoked token is accepted',
    behaviour: () => ({
      tokenOf: accepting(({ text, state }, credentials) => text === credentials && state === 'revoked'),
    }),
    probe: async (server) => (await list(server, 'plans', '', { token: server.tokens.revoked })).status === 200,
  },
  {
    id: 'auth-revoked-lists-single',
    family: 'auth',
    rule: 'AUTH-2',
    summary: 'a revoked token reads single bookings',
    behaviour: (sound) => ({
      needsToken: ({ route, request }) =>
        !(isOf(route, 'bookings', 'single') && sound.credentialsOf(request)?.startsWith('rct_') === true),
    }),
    probe: async (server) =>
      (await ask(server, await single(server, 'bookings'), { token: server.tokens.revoked })).status === 200,
  },
  {
    id: 'auth-tail-accepted',
    family: 'auth',
    rule: 'AUTH-2',
    summary: 'a good token with something behind it is accepted',
    behaviour: () => ({
      tokenOf: accepting(({ text, state }, credentials) => state === 'good' && credentials.startsWith(text)),
    }),
    probe: async (server) => (await list(server, 'plans', '', { token: `${server.tokens.full}x` })).status === 200,
  },
  {
    id: 'auth-case-of-token-ignored',
    family: 'auth',
    rule: 'AUTH-2',
    summary: 'the case of a token does not matter',
    behaviour: () => ({
      tokenOf: accepting(
        ({ text, state }, credentials) => state === 'good' && credentials.toLowerCase() === text.toLowerCase(),
      ),
    }),
    probe: async (server) =>
      (await list(server, 'plans', '', { token: server.tokens.full.toUpperCase() })).status === 200,
  },
  {
    id: 'auth-scheme-in-small-letters-refused',
    family: 'auth',
    rule: 'AUTH-2',
    summary: 'the name of the scheme must be Bearer, with a capital',
    behaviour: (sound) => ({
      credentialsOf: (request) =>
        headerOf(request, 'authorization')?.startsWith('Bearer') === true ? sound.credentialsOf(request) : null,
    }),
    probe: async (server) => (await withAuthorization(server, `bearer ${server.tokens.full}`)).status === 401,
  },
  {
    id: 'auth-any-scheme',
    family: 'auth',
    rule: 'AUTH-2',
    summary: 'a good token is accepted under any scheme',
    behaviour: () => ({
      credentialsOf: (request) => /^\w+ +(.+)$/.exec(headerOf(request, 'authorization') ?? '')?.[1] ?? null,
    }),
    probe: async (server) => (await withAuthorization(server, `Token ${server.tokens.full}`)).status === 200,
  },
  {
    id: 'auth-scheme-left-out',
    family: 'auth',
    rule: 'AUTH-2',
    summary: 'a good token is accepted without a scheme',
    behaviour: (sound) => ({
      credentialsOf: (request) => {
        const header = headerOf(request, 'authorization') ?? '';
        return header.startsWith('rct_') ? header : sound.credentialsOf(request);
      },
    }),
    probe: async (server) => (await withAuthorization(server, server.tokens.full)).status === 200,
  },
  {
    id: 'auth-token-in-query',
    family: 'auth',
    rule: 'AUTH-2',
    summary: 'a token counts in the query string, too',
    behaviour: (sound) => ({
      credentialsOf: (request) =>
        sound.credentialsOf(request) ?? /(?:^|&)access_token=(\w+)/.exec(request.rawQuery)?.[1] ?? null,
      pairsOf: (rawQuery, contract) => sound.pairsOf(rawQuery, contract).filter(({ name }) => name !== 'access_token'),
    }),
    probe: async (server) => (await bare(server, `/api/v1/plans?access_token=${server.tokens.full}`)).status === 200,
  },
  {
    id: 'auth-no-challenge',
    family: 'auth',
    rule: 'AUTH-2',
    summary: 'a 401 has no WWW-Authenticate',
    behaviour: () =>
      answering(
        ({ status }) => status === 401,
        (answer) => withoutHeaders(answer, 'WWW-Authenticate'),
      ),
    probe: async (server) => (await bare(server, '/api/v1/plans')).headers['www-authenticate'] === undefined,
  },
  {
    id: 'auth-realm',
    family: 'auth',
    rule: 'AUTH-2',
    summary: 'the realm of a challenge is api',
    behaviour: (sound) => ({
      challengeOf: (error, scope) => sound.challengeOf(error, scope).replace('realm="catalogue"', 'realm="api"'),
    }),
    probe: async (server) =>
      (await bare(server, '/api/v1/plans')).headers['www-authenticate']?.includes('api') === true,
  },
  {
    id: 'auth-missing-called-invalid',
    family: 'auth',
    rule: 'AUTH-2',
    summary: 'the challenge of a request without credentials has an error attribute',
    behaviour: (sound) => ({
      challengeOf: (error, scope) => sound.challengeOf(error ?? 'invalid_token', scope),
    }),
    probe: async (server) =>
      (await bare(server, '/api/v1/plans')).headers['www-authenticate']?.includes('error') === true,
  },
  {
    id: 'auth-invalid-without-error',
    family: 'auth',
    rule: 'AUTH-2',
    summary: 'the challenge of a bad token has no error attribute',
    behaviour: (sound) => ({
      challengeOf: (error, scope) => sound.challengeOf(error === 'invalid_token' ? null : error, scope),
    }),
    probe: async (server) =>
      (await list(server, 'plans', '', { token: 'x' })).headers['www-authenticate']?.includes('error') === false,
  },
  {
    id: 'auth-empty-called-invalid',
    family: 'auth',
    rule: 'AUTH-2',
    summary: 'Bearer with nothing behind it is a bad token',
    behaviour: (sound) => ({
      credentialsOf: (request) =>
        sound.credentialsOf(request) ?? (/^Bearer *$/i.test(headerOf(request, 'authorization') ?? '') ? '-' : null),
    }),
    probe: async (server) => (await withAuthorization(server, 'Bearer')).text.includes('invalid_token'),
  },
  {
    id: 'auth-unknown-ids-told',
    family: 'auth',
    rule: 'AUTH-2',
    summary: 'without a token an unknown id is told from a known one',
    behaviour: (sound, world) => ({
      needsToken: (visit) => {
        const { route } = visit;
        const known = route?.kind !== 'single' || world[route.contract.name].some(({ id }) => id === route.id);
        if (!known) throw new Refusal('not_found', 'Nothing has this id.');
        return sound.needsToken(visit);
      },
    }),
    probe: async (server) => (await bare(server, '/api/v1/users/00000000-0000-7000-8000-000000000000')).status === 404,
  },
  {
    id: 'auth-bad-token-forbidden',
    family: 'auth',
    rule: 'AUTH-2',
    summary: 'a bad token is answered with 403',
    behaviour: () =>
      answering(
        ({ status, headers }) => status === 401 && headers['WWW-Authenticate']?.includes('error') === true,
        (answer) => asProblem(answer, 'insufficient_scope'),
      ),
    probe: async (server) => (await list(server, 'plans', '', { token: 'x' })).status === 403,
  },
] as const satisfies readonly Fault[];
