const longest = 100;

/** What a name without Latin letters or digits is called in an address. */
const fallback = 'project';

// What decomposition leaves whole: letters that are no Latin letter with a mark.
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

/** The slug that a name asks for (section 8, Page): Latin letters and digits, in groups joined by a hyphen. */
export function slugOf(name: string): string {
  const plain = [...name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()]
    .map((letter) => letters[letter] ?? letter)
    .join('');
  const slug = plain.replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '');
  return cut(slug, longest) || fallback;
}

/** The candidates in their order: the slug itself, then `-2`, `-3`, …, each within the length that a slug may have. */
export function slugCandidate(slug: string, number: number): string {
  if (number === 1) return slug;
  const suffix = `-${number}`;
  return `${cut(slug, longest - suffix.length)}${suffix}`;
}

function cut(slug: string, length: number): string {
  return slug.slice(0, length).replace(/-+$/, '');
}
