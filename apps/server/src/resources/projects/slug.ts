import type { Prisma } from '@resource-catalogue/prisma';
import { lockName } from '@resource-catalogue/database';

const longest = 100;

/** The slug of a name without Latin letters or digits. */
const fallback = 'project';

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

/** The preferred slug of a name (section 8, Page): Latin letters and digits, in groups joined by a hyphen. */
export function toSlug(name: string): string {
  const plain = [...name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()]
    .map((letter) => letters[letter] ?? letter)
    .join('');
  const slug = plain.replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '');
  return cut(slug, longest) || fallback;
}

/** The candidates in order: the slug itself, then `-2`, `-3`, …, each within the maximum length. */
function slugCandidate(slug: string, number: number): string {
  if (number === 1) return slug;
  const suffix = `-${number}`;
  return `${cut(slug, longest - suffix.length)}${suffix}`;
}

function cut(slug: string, length: number): string {
  return slug.slice(0, length).replace(/-+$/, '');
}

/** The first candidate that no project has. Creates of one slug wait for each other, so each sees the previous one. */
export async function freeSlug(transaction: Prisma.TransactionClient, slug: string): Promise<string> {
  await lockName(transaction, `slug ${slug}`);
  for (let from = 1, size = 8; ; from += size, size = Math.min(size * 8, 1000)) {
    const candidates = Array.from({ length: size }, (_, index) => slugCandidate(slug, from + index));
    const taken = await transaction.project.findMany({ where: { slug: { in: candidates } }, select: { slug: true } });
    const free = candidates.find((candidate) => !taken.some((row) => row.slug === candidate));
    if (free !== undefined) return free;
  }
}
