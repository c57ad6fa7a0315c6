import { describe, expect, it } from '@jest/globals';
import { maximumSlugLength } from '@resource-catalogue/contracts';
import { toSlug } from './slug.js';

describe('toSlug', () => {
  it.each([
    // Latin letters and digits, as `POST /projects` keeps them (section 8, Page).
    ['Sägewerk', 'sagewerk'],
    ['ÆØÅ Mølle', 'aeoa-molle'],
    ['Sa\u0308gewerk', 'sagewerk'],
    ['CamelCase XYPlotter', 'camelcase-xyplotter'],
    ['foo_bar & baz', 'foo-bar-baz'],
    ['ĲSSEL', 'ijssel'],
    ['№ 5', 'no-5'],
    ['½ inch tap', '1-2-inch-tap'],
    ['ﬁlter', 'filter'],
    // Other scripts are transliterated; the library that does it must not change these.
    ['Лазерний різак', 'lazerniy-rizak'],
    ['Токарный станок 3', 'tokarniy-stanok-3'],
    ['Уголь', 'ugol'],
    ['Київ / Säge', 'kiyiv-sage'],
    ['Ελληνικά', 'ellinika'],
    ['Gəncə', 'ganca'],
    // A digest replaces text that cannot be transliterated.
    ['木工房', 'x-6f2eca572c'],
    ['レーザー 3D', '3d-95a5f00660'],
    ['हिन्दी', 'x-9ddb12af84'],
    ['???', 'x-a03b221c6c'],
    ['', ''],
    ['  ', ''],
  ])('derives the slug of %j: %s', (name, slug) => {
    expect(toSlug(name)).toBe(slug);
  });

  it.each([
    ['東京 3D', '大阪 3D'],
    ['🔥', '💧'],
    ['Machine ๓', 'Machine ๔'],
    [`${'a'.repeat(maximumSlugLength)}b`, `${'a'.repeat(maximumSlugLength)}c`],
    [`${'станок '.repeat(30)}1`, `${'станок '.repeat(30)}2`],
  ])('keeps %s and %s apart, within the maximum length', (first, second) => {
    const slugs = [first, second].map(toSlug);
    expect(new Set(slugs).size).toBe(2);
    for (const slug of slugs) expect(slug).toMatch(/^(?=.{1,100}$)[a-z0-9]+(-[a-z0-9]+)*$/);
  });

  it('ignores case and white space, also in a digest', () => {
    expect(['木工 Ä', ' 木工  ä ', '木工 a\u0308'].map(toSlug)).toEqual(Array(3).fill(toSlug('木工 ä')));
  });
});
