import { expect, it } from '@jest/globals';
import { inLinearTime } from '../../test/support/linear-time.js';
import { emailIn, takePart } from '../map/text-parts.js';
import { currencyIn, isMoney } from '../suggest/formats.js';
import { headerMatches } from '../suggest/words.js';
import { bareContent } from './contents.js';
import { parseClock } from './times.js';

/** The longest cell of a spreadsheet program has 32,767 characters, and a row of CSV 16 MiB. */
const length = 3_000_000;
const spaces = ' '.repeat(length);

it.each<[string, () => unknown, unknown]>([
  ['spaces inside a text', () => bareContent(`é${spaces}é`), `é${spaces}é`],
  ['spaces around a text', () => bareContent(`${spaces}é${spaces}`), 'é'],
  ['no e-mail address', () => emailIn('a'.repeat(length)), null],
  ['an e-mail address at the end', () => emailIn(`${'a '.repeat(length)}a@b.org`), 'a@b.org'],
  ['the part before a separator', () => takePart('@'.repeat(length), 'start').length, length],
  ['a time', () => parseClock(`1:00${spaces}x`), null],
  ['a price', () => isMoney(`é${spaces}é`), false],
  ['a currency', () => currencyIn('A'.repeat(length)), null],
  ['a header', () => headerMatches('('.repeat(length)).size, 0],
])('reads %s in linear time', (_, read, expected) => {
  expect(inLinearTime(read)).toEqual(expected);
});
