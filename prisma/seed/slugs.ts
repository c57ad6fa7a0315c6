import { cutSlug, latinSlug, maximumSlugLength } from '@resource-catalogue/contracts';

/** Hands out slugs that are unique in their scope. */
export class Slugs {
  private readonly taken = new Set<string>();

  take(scope: string, name: string, fallback = scope): string {
    const base = latinSlug(name) || fallback;
    for (let number = 1; ; number++) {
      const suffix = number === 1 ? '' : `-${number}`;
      const slug = cutSlug(base, maximumSlugLength - suffix.length) + suffix;
      const key = `${scope}/${slug}`;
      if (this.taken.has(key)) continue;
      this.taken.add(key);
      return slug;
    }
  }
}
