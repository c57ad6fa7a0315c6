import { ProblemError, soundBehaviour as sound } from '@resource-catalogue/reference-server';
import { type Change, makeMutants } from './mutant.js';
import { refusing, rewritten, tolerating } from './requests.js';

const failing = (breaks: RegExp): Change =>
  refusing(breaks, () => new TypeError('Cannot read properties of undefined'));

const failingBody = (breaks: RegExp): Change => ({
  readBody: (bytes) => {
    if (breaks.test(bytes.toString())) throw new RangeError('Maximum call stack size exceeded');
    return sound.readBody(bytes);
  },
});

export const hostileMutants = makeMutants('hostile', {
  'ERR-5': {
    'nul: a NUL breaks the server': failing(/%00/),
    'percent: broken percent-encoding breaks the server': failing(/%(?![0-9a-f]{2})/i),
    'utf8: broken UTF-8 breaks the server': failing(/%ff|%c0/i),
    'quote: a quotation mark in a text breaks the server': failing(/%27|'/),
    'prototype: the names of JavaScript’s own properties break the server': failing(/__proto__|constructor/),
    'long-value: a value of more than 4,000 characters breaks the server': failing(/.{4000}/),
    'deep-brackets: nested brackets break the server': failing(/\]\[\]\[|\[\[/),
    'many-parameters: more than 200 parameters break the server': failing(/(?:[^&]*&){200}/),
    'deep-body: a body of deeply nested arrays breaks the server': failingBody(/\[{200}/),
    'surrogate-body: a lone surrogate in a body breaks the server': failingBody(/\\ud[89ab]\w{2}(?!\\ud[c-f])/i),
  },
  'FILT-9': {
    'unknown-parameter: an unknown parameter is ignored': tolerating('unknown_parameter', /^(?!filters)/),
    'unknown-filter: an unknown filter is ignored': tolerating('unknown_field', /^filters/),
    'unknown-operator: an unknown operator is ignored': tolerating('unknown_operator'),
    'other-form-of-filters: filters in another syntax are ignored': tolerating('unknown_parameter', /^filters/),
    'sort-twice: sort may be sent twice': tolerating('duplicate', /^sort$/),
    'limit-twice: limit may be sent twice': tolerating('duplicate', /^limit$/),
    'range-twice: a bound may be sent twice': tolerating('duplicate', /^filters/),
    'bad-id-matches-nothing: a malformed uuid is ignored': tolerating('invalid_value', /_id\]\[(?:not_)?in\]/),
    'unknown-value-passed-over: unknown enum values are ignored': tolerating('invalid_value', /state\]/),
    'nul-cut: a text is cut at its NUL': rewritten(/%00[^&]*/g, ''),
  },
  'FILT-11': {
    'plus-is-plus: a plus sign in a query is not decoded as a space': rewritten(/\+/g, '%2B'),
    'empty-pair-refused: an empty pair is refused': refusing(
      /&&/,
      () => new ProblemError('invalid_request', 'A parameter has no name.'),
    ),
    'encoded-brackets-refused: brackets must not be percent-encoded': rewritten(/%5([bd])/gi, '%255$1'),
    'broken-utf8-replaced: broken UTF-8 is replaced, not refused': rewritten(/%(?:ff|c0|c3(?!%[89ab]))/gi, '%EF%BF%BD'),
  },
});
