import type { Database } from '../database/database.js';

/** Whether there is no row of a catalogue; tokens are none. */
export async function isEmpty({ prisma }: Database): Promise<boolean> {
  const one = { select: { id: true } } as const;
  // Every other table refers to one of these, so it is empty where they are.
  const found = await Promise.all([
    prisma.space.findFirst(one),
    prisma.group.findFirst(one),
    prisma.accreditation.findFirst(one),
    prisma.equipment.findFirst(one),
    prisma.customDurationType.findFirst(one),
    prisma.category.findFirst(one),
    prisma.projectLicense.findFirst(one),
    prisma.projectThematic.findFirst(one),
    prisma.plan.findFirst(one),
    prisma.member.findFirst(one),
    prisma.user.findFirst(one),
  ]);
  return found.every((row) => row === null);
}
