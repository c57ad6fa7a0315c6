import { describe, expect, it } from '@jest/globals';
import { initial, pictureUrl } from './picture.js';

const row = (sm: unknown) => ({ image: { sm } });

describe('the picture of a row', () => {
  it.each([
    ['https://demo.example.org/pictures/kiln.svg', 'explorer/pictures/kiln.svg'],
    ['https://img.example.org/a.webp', 'https://img.example.org/a.webp'],
    ['https://img.example.org.evil.example/a.webp', null],
    ['http://img.example.org/a.webp', null],
  ])('%s is loaded from %s', (stored, shown) => {
    expect(pictureUrl(row(stored), 'sm', ['https://img.example.org'])).toEqual({ shown, stored });
  });

  it.each(['javascript:alert(1)', 'data:image/svg+xml,x', 'https://', '/a.webp', null, 7])(
    '%j is not a picture',
    (stored) => {
      expect(pictureUrl(row(stored), 'sm', [])).toEqual({ shown: null, stored: null });
    },
  );
});

it.each([
  ['Laser cutter', 'L'],
  ['“élan”', 'É'],
  ['3D printer', '3'],
  ['שלום', 'ש'],
  ['🔥', '?'],
])('the tile of %s shows %s', (name, letter) => {
  expect(initial(name)).toBe(letter);
});
