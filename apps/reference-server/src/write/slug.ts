import { cutSlug, latinSlug, maximumSlugLength } from '@resource-catalogue/contracts';

/** The first free slug of a name: `slug`, `slug-2`, `slug-3`, … (section 9). */
export function freeSlug(name: string, taken: ReadonlySet<string>): string {
  const plain = cutSlug(latinSlug(name), maximumSlugLength) || 'project';
  let slug = plain;
  for (let number = 2; taken.has(slug); number += 1) {
    const suffix = `-${number}`;
    slug = cutSlug(plain, maximumSlugLength - suffix.length) + suffix;
  }
  return slug;
}
