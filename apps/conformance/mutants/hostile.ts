import { ProblemError, soundBehaviour as sound, type ValidationError } from '@resource-catalogue/reference-server';
import { mutantOf } from './mutant.js';
import { refusing, rewritten, tolerating } from './requests.js';

const mutant = mutantOf('hostile');

/** Some query strings break the server. */
const failing = <Name extends string>(name: Name, summary: string, breaks: RegExp) =>
  mutant(name, 'ERR-5', summary, () => refusing(breaks, () => new TypeError('Cannot read properties of undefined')));

/** Some errors of a query are passed over. */
const tolerant = <Name extends string>(name: Name, summary: string, code: ValidationError['code'], at?: RegExp) =>
  mutant(name, 'FILT-9', summary, () => tolerating(code, at));

const reread = <Name extends string>(name: Name, rule: string, summary: string, pattern: RegExp, by: string) =>
  mutant(name, rule, summary, () => rewritten(pattern, by));

/** Some bodies break the server. */
const failingBody = <Name extends string>(name: Name, summary: string, breaks: RegExp) =>
  mutant(name, 'ERR-5', summary, {
    readBody: (bytes) => {
      if (breaks.test(bytes.toString())) throw new RangeError('Maximum call stack size exceeded');
      return sound.readBody(bytes);
    },
  });

export const hostileMutants = [
  failing('nul', 'a NUL breaks the server', /%00/),
  failing('percent', 'broken percent-encoding breaks the server', /%(?![0-9a-f]{2})/i),
  failing('utf8', 'broken UTF-8 breaks the server', /%ff|%c0/i),
  failing('quote', 'a quotation mark in a text breaks the server', /%27|'/),
  failing('prototype', 'the names of the language’s own properties break the server', /__proto__|constructor/),
  failing('long-value', 'a value of more than 4,000 characters breaks the server', /.{4000}/),
  failing('deep-brackets', 'brackets within brackets break the server', /\]\[\]\[|\[\[/),
  failing('many-parameters', 'more than 200 parameters break the server', /(?:[^&]*&){200}/),
  tolerant('unknown-parameter', 'an unknown parameter is passed over', 'unknown_parameter', /^(?!filters)/),
  tolerant('unknown-filter', 'an unknown filter is passed over', 'unknown_field', /^filters/),
  tolerant('unknown-operator', 'an unknown operator is passed over', 'unknown_operator'),
  tolerant('other-form-of-filters', 'filters in another form are passed over', 'unknown_parameter', /^filters/),
  tolerant('sort-twice', 'sort may be sent twice', 'duplicate', /^sort$/),
  tolerant('limit-twice', 'limit may be sent twice', 'duplicate', /^limit$/),
  tolerant('range-twice', 'a bound may be sent twice', 'duplicate', /^filters/),
  tolerant('bad-id-matches-nothing', 'a malformed uuid is passed over', 'invalid_value', /_id\]\[(?:not_)?in\]/),
  tolerant(
    'unknown-value-passed-over',
    'an unknown value of an enumeration is passed over',
    'invalid_value',
    /state\]/,
  ),
  reread('plus-is-plus', 'FILT-11', 'a plus sign in a query stands for itself', /\+/g, '%2B'),
  mutant('empty-pair-refused', 'FILT-11', 'an empty pair is refused', () =>
    refusing(/&&/, () => new ProblemError('invalid_request', 'There is a pair without a name.')),
  ),
  reread('encoded-brackets-refused', 'FILT-11', 'brackets must not be percent-encoded', /%5([bd])/gi, '%255$1'),
  mutant('broken-utf8-replaced', 'FILT-11', 'broken UTF-8 is replaced, not refused', () =>
    rewritten(/%(?:ff|c0|c3(?!%[89ab]))/gi, '%EF%BF%BD'),
  ),
  reread('nul-cut', 'FILT-9', 'a text ends at its NUL', /%00[^&]*/g, ''),
  failingBody('deep-body', 'a body of many nested arrays breaks the server', /\[{200}/),
  failingBody('surrogate-body', 'a lone surrogate in a body breaks the server', /\\ud[89ab]\w{2}(?!\\ud[c-f])/i),
];
