import letters from './words/letters.json' with { type: 'json' };

const longest = 100;

/** Hands out slugs that are unique in their scope. */
export class Slugs {
  private readonly taken = new Set<string>();

  take(scope: string, name: string, fallback = scope): string {
    const base = toSlug(name) || fallback;
    for (let number = 1; ; number++) {
      const suffix = number === 1 ? '' : `-${number}`;
      const slug = base.slice(0, longest - suffix.length).replace(/-$/, '') + suffix;
      const key = `${scope}/${slug}`;
      if (this.taken.has(key)) continue;
      this.taken.add(key);
      return slug;
    }
  }
}

/** Lower-case Latin letters and digits with single hyphens; empty if the name has none of them. */
function toSlug(name: string): string {
  return toAscii(name)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

const ligatures: Readonly<Record<string, string>> = letters;

/** Removes marks from Latin letters; other letters stay. */
export function toAscii(name: string): string {
  return name
    .replaceAll(/[ßøØæÆłŁđĐıðþœ]/g, (letter) => ligatures[letter] ?? letter)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '');
}
