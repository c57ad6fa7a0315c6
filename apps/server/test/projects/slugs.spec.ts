import { describe, expect, it } from '@jest/globals';
import { databaseKinds } from '@resource-catalogue/database/testing/databases';
import { textOf } from '@resource-catalogue/testing/json';
import { workshopOn } from './support/workshop.js';

describe.each(databaseKinds)('slugs on the %s database', (kind) => {
  const workshop = workshopOn(kind);
  const slugFor = async (name: string): Promise<string> => textOf((await workshop.writer.make({ name }))['slug']);

  async function slugsFor(names: readonly string[]): Promise<string[]> {
    const slugs: string[] = [];
    for (const name of names) slugs.push(await slugFor(name));
    return slugs;
  }

  it('section 9: names without Latin letters or digits are numbered from project', async () => {
    const slugs = await slugsFor(['折りたたみ椅子', '🪑🪚', '٣']);
    // The seed has some, too.
    const first = Number(slugs[0]?.replace('project-', ''));
    expect(slugs).toEqual([0, 1, 2].map((index) => `project-${first + index}`));
  });

  it('section 8, Page: a slug is numbered from 2, past numbers that are taken by name', async () => {
    const names = ['Bench', 'BENCH', 'Bench 3', 'bench!', 'Bench', 'Bench-2'];
    expect(await slugsFor(names)).toEqual(['bench', 'bench-2', 'bench-3', 'bench-4', 'bench-5', 'bench-2-2']);
  });

  it('section 8, Page: a slug has at most 100 characters, its number included', async () => {
    const slugs = await slugsFor(Array.from({ length: 11 }, (_, index) => `${'s'.repeat(199)}${index % 10}`));
    const [first, second] = slugs;
    const last = slugs.at(-1);
    expect([first, second, last]).toEqual(['s'.repeat(100), `${'s'.repeat(98)}-2`, `${'s'.repeat(97)}-11`]);
    expect(new Set(slugs).size).toBe(11);
    // A hyphen where it is cut would stand beside the number's.
    const name = `${'v'.repeat(97)} ${'v'.repeat(50)}`;
    expect(await slugsFor([name, name])).toEqual([`${'v'.repeat(97)}-vv`, `${'v'.repeat(97)}-2`]);
  });

  it('section 8, Page: a slug is kept on rename, and a deleted project keeps its own', async () => {
    const made = await workshop.writer.make({ name: 'Kept' });
    expect((await workshop.writer.change(made['id'], { name: 'Renamed' }))['slug']).toBe('kept');
    const { prisma } = workshop.service.database;
    await prisma.project.update({ where: { id: textOf(made['id']) }, data: { soft_deleted_at: new Date() } });
    expect(await slugsFor(['Renamed', 'Kept'])).toEqual(['renamed', 'kept-2']);
  });

  it('section 8, Page: a free number is found behind hundreds that are taken', async () => {
    const { prisma } = workshop.service.database;
    const slugs = Array.from({ length: 700 }, (_, index) => (index === 0 ? 'stack' : `stack-${index + 1}`));
    const data = slugs.map((slug) => ({ name: 'Stack', slug, author_id: workshop.entities.author }));
    await prisma.project.createMany({ data });
    expect(await slugFor('Stack')).toBe('stack-701');
    await prisma.project.deleteMany({ where: { slug: 'stack-350' } });
    expect(await slugFor('Stack')).toBe('stack-350');
  });
});
