/** Maximum number of characters of a slug (section 8, Page). */
export const maximumSlugLength = 100;

// Letters that Unicode decomposition leaves unchanged.
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
  ħ: 'h',
  ŋ: 'n',
};

/** Latin letters and digits of a name, in groups joined by a hyphen, of any length; empty if the name has none. */
export function latinSlug(name: string): string {
  const plain = [...name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()]
    .map((letter) => letters[letter] ?? letter)
    .join('');
  return plain.replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '');
}

/** Shortens a slug, without a hyphen at the cut. */
export function cutSlug(slug: string, length: number): string {
  return slug.slice(0, length).replace(/-+$/, '');
}
