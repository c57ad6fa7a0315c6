import { cutSlug, latinSlug, maximumSlugLength } from '@resource-catalogue/contracts';
import type { Prisma } from '@resource-catalogue/prisma';
import { lockName } from '@resource-catalogue/database';

/** The slug of a name without Latin letters or digits. */
const fallback = 'project';

/** The preferred slug of a project (section 8, Page; section 9). */
export function projectSlug(name: string): string {
  return cutSlug(latinSlug(name), maximumSlugLength) || fallback;
}

/** The candidates in order: the slug itself, then `-2`, `-3`, …, each within the maximum length. */
function slugCandidate(slug: string, number: number): string {
  if (number === 1) return slug;
  const suffix = `-${number}`;
  return `${cutSlug(slug, maximumSlugLength - suffix.length)}${suffix}`;
}

/** The first candidate that no project has. Creates of one slug wait for each other, so each sees the previous one. */
export async function findFreeSlug(transaction: Prisma.TransactionClient, slug: string): Promise<string> {
  await lockName(transaction, `slug ${slug}`);
  for (let from = 1, size = 8; ; from += size, size = Math.min(size * 8, 1000)) {
    const candidates = Array.from({ length: size }, (_, index) => slugCandidate(slug, from + index));
    const taken = await transaction.project.findMany({ where: { slug: { in: candidates } }, select: { slug: true } });
    const free = candidates.find((candidate) => !taken.some((row) => row.slug === candidate));
    if (free !== undefined) return free;
  }
}
