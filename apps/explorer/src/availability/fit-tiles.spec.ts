import { expect, it } from '@jest/globals';
import { fitTiles } from './fit-tiles.js';

it('tiles are larger the fewer there are, in as many columns as suit the screen', () => {
  const [few, many] = [fitTiles([6], 1920, 1080), fitTiles([20], 1920, 1080)];
  expect(few.size).toBeGreaterThan(many.size);
  expect(fitTiles([20], 1080, 1920).columns).toBeLessThan(many.columns);
  expect(fitTiles([10, 10], 1920, 1080).size).toBeLessThan(many.size);
});

it('text stays readable, even if the tiles do not fit', () => {
  expect(fitTiles([400], 400, 300).size).toBe(11);
});
