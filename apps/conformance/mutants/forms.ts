import { soundBehaviour as sound } from '@resource-catalogue/reference-server';
import { formPlaceMutants } from './form-places.js';
import { mutantOf } from './mutant.js';
import { requestFormMutants } from './request-forms.js';
import { hour } from './requests.js';
import {
  apart,
  applying,
  beside,
  by,
  type Circumstance,
  ignored,
  last,
  later,
  many,
  mixed,
  repeated,
  spelled,
  turnedRound,
  valued,
  withoutAny,
  withoutOne,
} from './written-filters.js';

// Mutants that are wrong only where a form of a value meets a place for it: either alone is right.

const mutant = mutantOf('forms');

const behindCursor = beside(/^cursor=/);
const capitals = /[A-F]/;
const isTime: Circumstance = by('lt', 'lte', 'gt', 'gte');

const timeMutants = [
  mutant('offset-of-gt-lost', 'FILT-5', 'an offset with minutes is passed over by gt', () => ({
    instantOf: (text, filter, operator) =>
      operator === 'gt'
        ? sound.instantOf(text.replace(/\+\d\d:[1-5]\d$/, 'Z'), filter, operator)
        : sound.instantOf(text, filter, operator),
  })),
  mutant('fraction-of-lte-lost', 'FILT-5', 'one digit of a fraction is cut off by lte', () => ({
    instantOf: (text, filter, operator) =>
      operator === 'lte'
        ? sound.instantOf(text.replace(/\.\d(?=\D|$)/, ''), filter, operator)
        : sound.instantOf(text, filter, operator),
  })),
  mutant('nanoseconds-of-gte-refused', 'FILT-5', 'nine fraction digits are refused by gte', () => ({
    instantOf: (text, filter, operator) =>
      operator === 'gte' && /\.\d{9}/.test(text) ? null : sound.instantOf(text, filter, operator),
  })),
  mutant(
    'date-behind-cursor',
    'FILT-5',
    'a date alone stands for the end of its day behind a cursor',
    applying([isTime, valued(/^\d{4}-\d\d-\d\d$/), behindCursor], later(24 * hour)),
  ),
  mutant(
    'zoneless-beside-descending',
    'FILT-5',
    'a time with nothing behind it is local where the sort is turned round',
    applying([isTime, valued(/T[\d:.]+$/), beside(/^sort=-/)], later(-26 * hour)),
  ),
  mutant(
    'encoded-colon-beside-set',
    'FILT-11',
    'a time with encoded colons is ignored beside a not_in',
    applying([isTime, spelled(/%3A/), beside(/\[not_in\]/)], ignored),
  ),
  mutant(
    'small-hexadecimals-in-encoded-name',
    'FILT-11',
    'a time in lower-case hexadecimals is ignored where the name is encoded, too',
    applying([isTime, spelled(/%5B/), spelled(/%2b|%3a/)], ignored),
  ),
  mutant(
    'minute-with-large-limit',
    'FILT-5',
    'a time without seconds is ignored where the limit is lowered',
    applying([isTime, valued(/T\d\d:\d\d(?:Z|$|[+-])/), beside(/^limit=\d{4}/)], ignored),
  ),
  mutant(
    'far-offset-without-limit',
    'FILT-5',
    'an offset of half a day and more loses its day where no limit is sent',
    applying([isTime, valued(/\+1[2-4]:00$/), withoutAny('limit')], later(24 * hour)),
  ),
  mutant(
    'west-at-the-end',
    'FILT-5',
    'an offset behind UTC is ignored in the last parameter of a query',
    applying([isTime, valued(/-\d\d:30$/), last], ignored),
  ),
  mutant(
    'zero-offset-beside-own-field',
    'FILT-5',
    'a time with +00:00 is ignored beside another bound of its field',
    applying(
      [
        isTime,
        valued(/\+00:00$/),
        ({ field, own, query }) => query.some((pair) => !own.includes(pair) && pair.name.includes(`[${field}]`)),
      ],
      ignored,
    ),
  ),
  mutant(
    'hundredths-beside-deleted',
    'SHAPE-4',
    'a time in hundredths of a second is ignored beside soft_deleted',
    applying([isTime, valued(/\.\d\d(?:Z|$|[+-])/), beside(/soft_deleted/)], ignored),
  ),
] as const;

const setMutants = [
  mutant(
    'encoded-commas-behind-cursor',
    'FILT-2',
    'encoded commas behind a cursor lose a value',
    applying([spelled(/%2C/), behindCursor], withoutOne),
  ),
  mutant(
    'small-commas-without-sort',
    'FILT-2',
    'commas in lower-case hexadecimals lose a value in the default order',
    applying([spelled(/%2c/), withoutAny('sort')], withoutOne),
  ),
  mutant(
    'capitals-in-not-in',
    'FILT-9',
    'of ids in capitals, one is in no set of not_in',
    applying([by('not_in'), valued(capitals)], withoutOne),
  ),
  mutant(
    'last-capitals-beside-sort',
    'FILT-9',
    'a last id in capitals is lost beside a sort',
    applying([valued(/[a-f][^,]*,[^,a-f]*[A-F][^,a-f]*$/), beside(/^sort=/)], withoutOne),
  ),
  mutant(
    'repetition-beside-range',
    'FILT-2',
    'a repeated parameter loses a value beside a range',
    applying([repeated, beside(/\[gte\]=/)], withoutOne),
  ),
  mutant(
    'encoded-brackets-in-plain-name',
    'FILT-2',
    'encoded brackets at the end lose a value where the others are plain',
    applying([spelled(/\]%5B%5D=/)], withoutOne),
  ),
  mutant(
    'mixed-at-the-end',
    'FILT-2',
    'mixed notations lose a value at the end of a query',
    applying([mixed, last], withoutOne),
  ),
  mutant(
    'apart-beside-set',
    'FILT-2',
    'a set whose parameters stand apart loses a value beside a not_in',
    applying([apart, beside(/\[not_in\]/)], withoutOne),
  ),
  mutant(
    'hundred-beside-sort',
    'FILT-2',
    'a set of more than fifty values is turned round beside a sort',
    applying([many(51), beside(/^sort=/)], turnedRound),
  ),
  mutant(
    'brackets-with-small-limit',
    'FILT-2',
    'values under [] are ignored on pages of two rows',
    applying([spelled(/\[\]=/), beside(/^limit=2$/)], ignored),
  ),
  mutant(
    'letters-encoded-without-limit',
    'FILT-11',
    'a value whose letters are encoded is ignored where no limit is sent',
    applying([spelled(/=%[367]/), withoutAny('limit')], ignored),
  ),
  mutant(
    'flag-encoded-behind-cursor',
    'FILT-11',
    'a boolean with encoded letters is turned round behind a cursor',
    applying([by('eq'), spelled(/=%/), behindCursor], turnedRound),
  ),
  mutant(
    'flag-in-small-name',
    'FILT-11',
    'soft_deleted in lower-case hexadecimals is ignored',
    applying([by('eq'), spelled(/%5b/)], ignored),
  ),
] as const;

export const formMutants = [...timeMutants, ...setMutants, ...requestFormMutants, ...formPlaceMutants] as const;
