import { getHeader, isList as isArray, soundBehaviour as sound } from '@resource-catalogue/reference-server';
import { isList, isSingle, on, withHeaders, withJson } from './answers.js';
import { makeMutants } from './mutant.js';
import { hour } from './requests.js';
import {
  apart,
  backwards,
  behind,
  beside,
  besideOwnField,
  by,
  lacking,
  last,
  later,
  lost,
  many,
  mixed,
  named,
  ofField,
  passedOver,
  repeated,
  spelled,
  turned,
  valued,
  within,
  without,
} from './written-filters.js';

// Mutants that fail only for a certain form of a value in a certain place; the form and the place alone are handled.

const behindCursor = beside(/^cursor=/);
const besideSet = beside(/\[not_in\]/);
const sorted = beside(/^sort=/);
const emptyPair = within(/&&/);
const overEmptyPair = within(/(?:^|&)([^&=]*n(?:\]|%5[dD]))=[^&]*&&+\1=/);
const smallLetters = named(/%[67][a-f]/);
const isTime = by('lt', 'lte', 'gt', 'gte');
const isFlag = by('eq');

export const formMutants = makeMutants('forms', {
  'FILT-5': {
    'offset-of-gt-lost: gt ignores an offset with minutes': {
      instantOf: (text, filter, operator) =>
        sound.instantOf(operator === 'gt' ? text.replace(/\+\d\d:[1-5]\d$/, 'Z') : text, filter, operator),
    },
    'fraction-of-lte-lost: lte drops a fraction of one digit': {
      instantOf: (text, filter, operator) =>
        sound.instantOf(operator === 'lte' ? text.replace(/\.\d(?=\D|$)/, '') : text, filter, operator),
    },
    'nanoseconds-of-gte-refused: gte refuses nine fraction digits': {
      instantOf: (text, filter, operator) =>
        operator === 'gte' && /\.\d{9}/.test(text) ? null : sound.instantOf(text, filter, operator),
    },
    'date-behind-cursor: a date without a time means the end of its day if there is a cursor': later(
      24 * hour,
      valued(/^[\d-]{10}$/),
      behindCursor,
    ),
    'zoneless-beside-descending: a time without an offset is local if the sort descends': later(
      -26 * hour,
      valued(/T[\d:.]+$/),
      beside(/^sort=-/),
    ),
    'minute-with-large-limit: a time without seconds is ignored if the limit is large': lost(
      valued(/T\d\d:\d\d(?!:)/),
      beside(/^limit=\d{4}/),
    ),
    'far-offset-without-limit: offsets from +12:00 are a day off': later(
      24 * hour,
      valued(/\+1[2-4]:00$/),
      without('limit'),
    ),
    'west-at-the-end: an offset behind UTC is ignored at the end of a query': lost(valued(/-\d\d:30$/), last),
    'zero-offset-beside-own-field: +00:00 is ignored next to another bound': lost(valued(/\+00:00$/), besideOwnField),
  },
  'FILT-11': {
    'encoded-colon-beside-set: encoded colons are ignored next to a not_in': lost(isTime, spelled(/%3A/), besideSet),
    'small-hexadecimals-in-encoded-name: %3a is ignored': lost(isTime, spelled(/%5B/), spelled(/%2b|%3a/)),
    'letters-encoded-without-limit: a value with encoded letters is ignored': lost(
      spelled(/=%[367]/),
      without('limit'),
    ),
    'flag-encoded-behind-cursor: an encoded boolean is inverted': turned(isFlag, spelled(/=%/), behindCursor),
    'flag-in-small-name: soft_deleted with lower-case escapes is ignored': lost(isFlag, spelled(/%5b/)),
    'apart-beside-empty-pair: a split set loses a value next to an empty pair': lacking(apart(1), emptyPair),
    'repeated-over-empty-pair: a set repeated across an empty pair loses a value': lacking(repeated, overEmptyPair),
    'small-letters-in-encoded-brackets: a name like %5B%6f is ignored': lost(named(/%5B/), smallLetters),
    'small-brackets-around-encoded-letters: a name like %5b%6F is ignored': lost(named(/%5b/), named(/%[67][A-F]/)),
    'small-letters-of-bounds: a time is ignored if its name has escapes like %6f': lost(isTime, smallLetters),
  },
  'SHAPE-4': {
    'hundredths-beside-deleted: hundredths of a second are ignored': lost(
      valued(/\.\d\d(?!\d)/),
      beside(/soft_deleted/),
    ),
  },
  'FILT-2': {
    'encoded-commas-behind-cursor: a value with %2C is lost if there is a cursor': lacking(
      spelled(/%2C/),
      behindCursor,
    ),
    'small-commas-without-sort: a value with %2c is lost in the default order': lacking(
      spelled(/%2c/),
      without('sort'),
    ),
    'repetition-beside-range: a repeated parameter loses a value': lacking(repeated, beside(/\[gte\]=/)),
    'encoded-brackets-in-plain-name: a value is lost under %5B%5D after ]': lacking(spelled(/\]%5B%5D=/)),
    'mixed-at-the-end: mixed notations lose a value at the end of a query': lacking(mixed, last),
    'apart-beside-set: a split set loses a value next to a not_in': lacking(apart(1), besideSet),
    'apart-behind-limit: a split set loses a value after the limit': lacking(apart(1), behind('limit')),
    'scattered: a set in three places loses a value': lacking(apart(2)),
    'hundred-beside-sort: a set of more than fifty values is inverted if there is a sort': turned(many, sorted),
    'brackets-with-small-limit: values under [] are ignored if limit=2': lost(spelled(/\[\]=/), beside(/^limit=2$/)),
    'brackets-without-ids: one of the values under [] is lost': lacking(
      spelled(/\[\]=/),
      behindCursor,
      without('filters[id]'),
    ),
    'spaces-of-last-plans: a set of spaces loses a value if plans are sorted by position, descending': lacking(
      by('in'),
      ofField('space_id'),
      beside(/^sort=-position$/),
    ),
    'bad-of-two-beside-bad-limit: one bad value of a set is not reported next to a bad limit': passedOver(
      spelled(/\[(?:not_)?in\]=.*,/),
      beside(/^limit=none/),
    ),
  },
  'FILT-9': {
    'capitals-in-not-in: not_in loses one of several upper-case ids': lacking(by('not_in'), valued(/[A-F]/)),
    'last-capitals-beside-sort: an upper-case last id is lost if there is a sort': lacking(
      valued(/[a-f][^,]*,[^,a-f]*[A-F][^,a-f]*$/),
      sorted,
    ),
    'bound-twice-beside-empty-pair: a second bound is accepted next to &&': passedOver(isTime, repeated, emptyPair),
    'bound-twice-beside-unknown: a second bound is not reported': passedOver(isTime, repeated, beside(/^nothing=/)),
    'bad-under-brackets-of-not-in: a bad value under [] is accepted': passedOver(spelled(/\[\]=/), by('not_in')),
    'bad-first-with-limit: an unknown value at the beginning of a set is ignored if there is a limit': passedOver(
      valued(/^(?:lost|null|42|\*),/),
      beside(/^limit=5$/),
    ),
  },
  'SORT-1': {
    'order-of-locations: events of some locations come in reverse order if sorted by name, descending': backwards(
      by('in'),
      ofField('location_kind'),
      beside(/^sort=-name$/),
    ),
  },

  // Combinations of a header with a method or a place.

  'HTTP-2': {
    'tag-list-on-gets: If-None-Match with a list of tags matches nothing on a get': () => {
      let isOwn = false;
      return {
        etagOf: (body, request) => {
          isOwn = /\/[0-9a-f-]{36}$/.test(request.path);
          return sound.etagOf(body, request);
        },
        notModified: (header, tag) => !(isOwn && header.includes(',')) && sound.notModified(header, tag),
      };
    },
  },
  'AUTH-2': {
    'small-scheme-of-heads: HEAD does not accept the scheme in lower case': {
      credentialsOf: (request) =>
        request.method === 'HEAD' && getHeader(request, 'authorization')?.startsWith('bearer') === true
          ? null
          : sound.credentialsOf(request),
    },
  },
  'HTTP-4': {
    'application-range-on-heads-of-gets: HEAD of a single resource refuses Accept: application/*': on(
      (answer, context) => isSingle(answer, context) && context.request.method === 'HEAD',
      (answer, context) => (context.request.headers.accept === 'application/*' ? { ...answer, status: 406 } : answer),
    ),
  },
  'HTTP-1': {
    'long-request-id-on-lists: lists shorten a request id of more than a hundred characters': on(
      isList,
      withHeaders((present) => ({ 'X-Request-Id': (present['X-Request-Id'] ?? '').slice(0, 100) })),
    ),
  },
  'HTTP-5': {
    'compressed-behind-cursor: a compressed page after the first lacks its last row': on(
      (answer, context) =>
        isList(answer, context) &&
        context.request.rawQuery.includes('cursor=') &&
        getHeader(context.request, 'accept-encoding') === 'gzip',
      withJson(({ data, ...rest }) => ({ data: isArray(data) ? data.slice(0, -1) : [], ...rest })),
    ),
  },
  'HTTP-3': {
    'head-of-sorted-list: the HEAD of a sorted list has another ETag': {
      etagOf: (body, request) =>
        request.method === 'HEAD' && request.rawQuery.includes('sort=') ? '"head"' : sound.etagOf(body, request),
    },
  },

  // Combinations of a notation of the body with a field.

  'WRITE-2': {
    'escaped-tags: only the first tag is kept if the body has escapes': {
      readBody: (bytes) => {
        const { body, errors } = sound.readBody(bytes);
        const tags = body?.['tags'];
        const isConcerned = body !== null && isArray(tags) && bytes.includes('\\u006');
        return { body: isConcerned ? { ...body, tags: tags.slice(0, 1) } : body, errors };
      },
    },
    'spaced-steps-on-patch: the steps of a PATCH whose JSON has whitespace are dropped': {
      readBody: (bytes) => {
        const { body, errors } = sound.readBody(bytes);
        if (body === null || 'author_id' in body || bytes[0] !== 10) return { body, errors };
        const { steps: _, ...rest } = body;
        return { body: rest, errors };
      },
    },
  },
});
