import { expect, it } from '@jest/globals';
import { contrast, differenceNotes } from './differences.js';

it.each([
  ['Zoë', 'Zoe\u0308', ['Zoë (U+00EB)', 'Zoe\u0308 (U+0065 U+0308)']],
  ['Kelvin', '\u212aelvin', ['Kelvin (U+004B U+0065 U+006C U+0076)', '\u212aelvin (U+212A U+0065 U+006C U+0076)']],
  ['a', 'a ', ['a (ends here)', 'a  (U+0020)']],
  ['a\u{1f600}', 'a\u{1f601}', ['a\u{1f600} (U+1F600)', 'a\u{1f601} (U+1F601)']],
  ['n\u0430me', 'name', ['n\u0430me (U+0430 U+006D U+0065)', 'name (U+0061 U+006D U+0065)']],
  ['open', 'open!', ['open', 'open!']],
  ['one', 'two', ['one', 'two']],
])('tells "%s" and "%s" apart, with code points beyond ASCII', (one, other, texts) => {
  expect(contrast(one, other)).toEqual(texts);
});

it('shows long texts from shortly before their first difference', () => {
  const [one, other] = contrast(`${'a'.repeat(500)}x`, `${'a'.repeat(500)}y`);
  expect([one, other]).toEqual([`…${'a'.repeat(100)}x`, `…${'a'.repeat(100)}y`]);
});

it('a note has both values of a difference', () => {
  expect(differenceNotes([{ path: 'name', one: 'K', other: undefined }], 'before', 'now')).toEqual([
    'name: "K" before, absent now.',
  ]);
});
