const longest = 100;

/** Hands out slugs that are unique in one collection. */
export class Slugs {
  private readonly taken = new Set<string>();

  take(name: string, fallback: string): string {
    const base = slugOf(name) || fallback;
    for (let number = 1; ; number++) {
      const suffix = number === 1 ? '' : `-${number}`;
      const slug = base.slice(0, longest - suffix.length).replace(/-$/, '') + suffix;
      if (this.taken.has(slug)) continue;
      this.taken.add(slug);
      return slug;
    }
  }
}

/** Lower-case Latin letters and digits with single hyphens; empty when a name has none of them. */
export function slugOf(name: string): string {
  return asciiOf(name)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

const ligatures: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  Ø: 'O',
  æ: 'ae',
  Æ: 'Ae',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ı: 'i',
  ð: 'd',
  þ: 'th',
  œ: 'oe',
};

/** Latin letters without their marks; other letters stay. */
export function asciiOf(name: string): string {
  return name
    .replaceAll(/[ßøØæÆłŁđĐıðþœ]/g, (letter) => ligatures[letter] ?? letter)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '');
}
