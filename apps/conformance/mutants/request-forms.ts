import { headerOf, isList as isArray, soundBehaviour as sound } from '@resource-catalogue/reference-server';
import { isList, isSingle, on, withHeaders, withJson, withStatus } from './answers.js';
import { mutantOf } from './mutant.js';
import { beside, by, passingOver, repeated, spelled, valued } from './written-filters.js';

// Mutants of bad values, headers and bodies, wrong only where a form meets a place for it.

const mutant = mutantOf('forms');

const badMutants = [
  mutant(
    'bad-of-two-beside-bad-limit',
    'FILT-2',
    'a bad value that is one of two is not named beside a bad limit',
    passingOver([spelled(/\[(?:not_)?in\]=.*,/), beside(/^limit=none/)]),
  ),
  mutant(
    'bad-under-brackets-of-not-in',
    'FILT-9',
    'a bad value under [] is passed over by not_in',
    passingOver([spelled(/\[\]=/), by('not_in')]),
  ),
  mutant(
    'bound-twice-beside-unknown',
    'FILT-9',
    'a bound that is sent twice is not named beside an unknown parameter',
    passingOver([by('lt', 'lte', 'gt', 'gte'), repeated, beside(/^nothing=/)]),
  ),
  mutant(
    'bad-first-with-limit',
    'FILT-9',
    'an unknown value at the beginning of a set is passed over beside a limit',
    passingOver([valued(/^(?:lost|null|42|\*),/), beside(/^limit=5$/)]),
  ),
] as const;

const isTagList = (header: string | undefined): boolean => header?.includes(',') === true;

const headerMutants = [
  mutant('tag-list-on-gets', 'HTTP-2', 'a list of tags is not understood on gets', () => {
    let isOwn = false;
    return {
      etagOf: (body, request) => {
        isOwn = /\/[0-9a-f-]{36}$/.test(request.path) && isTagList(headerOf(request, 'if-none-match'));
        return sound.etagOf(body, request);
      },
      notModified: (header, tag) => !isOwn && sound.notModified(header, tag),
    };
  }),
  mutant('small-scheme-of-heads', 'AUTH-2', 'the scheme in small letters is not known by a HEAD', {
    credentialsOf: (request) =>
      request.method === 'HEAD' && headerOf(request, 'authorization')?.startsWith('bearer') === true
        ? null
        : sound.credentialsOf(request),
  }),
  mutant(
    'application-range-on-heads-of-gets',
    'HTTP-4',
    'Accept: application/* is refused by the HEAD of a get',
    on((answer, context) => {
      const { method, headers } = context.request;
      return isSingle(answer, context) && method === 'HEAD' && headers.accept === 'application/*';
    }, withStatus(406)),
  ),
  mutant(
    'long-request-id-on-lists',
    'HTTP-1',
    'a request id of more than a hundred characters is shortened on lists',
    on(
      isList,
      withHeaders((present) => ({ 'X-Request-Id': (present['X-Request-Id'] ?? '').slice(0, 100) })),
    ),
  ),
  mutant(
    'compressed-behind-cursor',
    'HTTP-5',
    'a page that is compressed lacks its last row behind a cursor',
    on(
      (answer, context) =>
        isList(answer, context) &&
        context.request.rawQuery.includes('cursor=') &&
        headerOf(context.request, 'accept-encoding') === 'gzip',
      withJson(({ data, ...rest }) => ({ data: Array.isArray(data) ? data.slice(0, -1) : [], ...rest })),
    ),
  ),
  mutant('head-of-sorted-list', 'HTTP-3', 'the HEAD of a list that is sorted has another tag', {
    etagOf: (body, request) =>
      request.method === 'HEAD' && request.rawQuery.includes('sort=') ? '"head"' : sound.etagOf(body, request),
  }),
] as const;

const isEscaped = (bytes: Buffer): boolean => bytes.includes('\\u006');

const bodyMutants = [
  mutant('escaped-tags', 'WRITE-2', 'only the first tag is kept where the body is escaped', {
    readBody: (bytes) => {
      const { body, errors } = sound.readBody(bytes);
      const tags = body?.['tags'];
      if (body === null || !isEscaped(bytes) || !isArray(tags)) return { body, errors };
      return { body: { ...body, tags: tags.slice(0, 1) }, errors };
    },
  }),
  mutant('spaced-steps-on-patch', 'WRITE-2', 'steps are left out of a PATCH whose JSON has spaces', {
    readBody: (bytes) => {
      const { body, errors } = sound.readBody(bytes);
      if (body === null || 'author_id' in body || bytes[0] !== 10) return { body, errors };
      const { steps: _, ...rest } = body;
      return { body: rest, errors };
    },
  }),
] as const;

export const requestFormMutants = [...badMutants, ...headerMutants, ...bodyMutants] as const;
