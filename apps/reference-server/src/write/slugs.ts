const longest = 100;

const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  ø: 'o',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ı: 'i',
  þ: 'th',
};

/** The slug of a name, before numbering (section 8, Page; section 9). */
function plainSlug(name: string): string {
  const plain = name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[ßæøœłđıþ]/g, (letter) => letters[letter] ?? '')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '');
  return withoutEnd(plain.slice(0, longest)) || 'project';
}

const withoutEnd = (slug: string): string => slug.replace(/-+$/, '');

/** The first free slug of `slug`, `slug-2`, `slug-3`, … within 100 characters. */
export function freeSlug(name: string, taken: ReadonlySet<string>): string {
  const plain = plainSlug(name);
  let slug = plain;
  for (let number = 2; taken.has(slug); number += 1) {
    const suffix = `-${number}`;
    slug = `${withoutEnd(plain.slice(0, longest - suffix.length))}${suffix}`;
  }
  return slug;
}
