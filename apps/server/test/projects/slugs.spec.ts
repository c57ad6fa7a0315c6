import { describe, expect, it } from '@jest/globals';
import { databaseKinds } from '@resource-catalogue/database/testing/databases';
import { textOf } from '@resource-catalogue/testing/json';
import { projectIn, workshopOn } from './support/workshop.js';

const form = /^[a-z0-9]+(-[a-z0-9]+)*$/;

describe.each(databaseKinds)('slugs on the %s database', (kind) => {
  const workshop = workshopOn(kind);
  const slugFor = async (name: string): Promise<string> => textOf((await workshop.writer.make({ name }))['slug']);

  it.each([
    ['Tabouret d’été', 'tabouret-d-ete'],
    ['Straße 12', 'strasse-12'],
    ['  Ångström & Øre_Æble  ', 'angstrom-ore-aeble'],
    ['Łódź: część', 'lodz-czesc'],
    ['İstanbul ışığı', 'istanbul-isigi'],
    ['ｆｕｌｌ　ｗｉｄｔｈ ２', 'full-width-2'],
    ['ﬁligree № 5', 'filigree-no-5'],
    ['--a---b--', 'a-b'],
    ['100 %', '100'],
    ['Стол 2 折り紙', '2'],
    ['../../etc/passwd', 'etc-passwd'],
    ['A', 'a'],
    ['Z̸͇̯a̶͘l̷go', 'zalgo'],
  ])('section 8, Page: "%s" becomes %s', async (name, slug) => {
    expect(await slugFor(name)).toBe(slug);
  });

  it('section 9: a name without Latin letters or digits gets the slug project, and the next ones a number', async () => {
    const names = [
      '折りたたみ椅子',
      'Складной стул',
      'كرسي',
      'כיסא',
      '🪑🪚',
      '—',
      '٣',
      '椅子',
      'โต๊ะ',
      '\u0000'.replace('\0', '\u0001'),
    ];
    const slugs: string[] = [];
    for (const name of names) slugs.push(await slugFor(name));
    const first = slugs[0] === 'project' ? 1 : Number(slugs[0]?.replace('project-', ''));
    expect(slugs).toEqual(names.map((_, index) => (first + index === 1 ? 'project' : `project-${first + index}`)));
  });

  it('section 8, Page: is unique, numbered from 2 on, past numbers that are taken by name', async () => {
    const slugs: string[] = [];
    for (const name of ['Bench', 'BENCH', 'Bench 3', 'bench!', 'Bench', 'Bench-2']) slugs.push(await slugFor(name));
    expect(slugs).toEqual(['bench', 'bench-2', 'bench-3', 'bench-4', 'bench-5', 'bench-2-2']);
  });

  it('section 8, Page: has at most 100 characters, its number included', async () => {
    const slugs: string[] = [];
    for (let index = 0; index < 11; index += 1) slugs.push(await slugFor(`${'s'.repeat(199)}${index % 10}`));
    expect(slugs[0]).toBe('s'.repeat(100));
    expect(slugs[1]).toBe(`${'s'.repeat(98)}-2`);
    expect(slugs[10]).toBe(`${'s'.repeat(97)}-11`);
    expect(new Set(slugs).size).toBe(11);
    // A hyphen where it is cut would stand at the end, or beside the number's.
    expect(await slugFor(`${'t'.repeat(99)} u`)).toBe('t'.repeat(99));
    expect(await slugFor(`${'v'.repeat(97)} ${'v'.repeat(50)}`)).toBe(`${'v'.repeat(97)}-vv`);
    expect(await slugFor(`${'v'.repeat(97)} ${'v'.repeat(50)}`)).toBe(`${'v'.repeat(97)}-2`);
    expect(await slugFor('ß'.repeat(200))).toBe('s'.repeat(97).concat('-12'));
  });

  it('section 8, Page: is kept on rename, and a deleted project keeps its own', async () => {
    const made = await workshop.writer.make({ name: 'Kept' });
    expect((await workshop.writer.change(made['id'], { name: 'Renamed' }))['slug']).toBe('kept');
    expect(await slugFor('Renamed')).toBe('renamed');
    const { prisma } = workshop.service.database;
    await prisma.project.update({ where: { id: textOf(made['id']) }, data: { soft_deleted_at: new Date() } });
    expect(await slugFor('Kept')).toBe('kept-2');
  });

  it('section 8, Page: finds a free number behind hundreds that are taken', async () => {
    const { prisma } = workshop.service.database;
    const data = Array.from({ length: 700 }, (_, index) => ({
      name: 'Stack',
      slug: index === 0 ? 'stack' : `stack-${index + 1}`,
      author_id: workshop.entities.author,
    }));
    await prisma.project.createMany({ data });
    expect(await slugFor('Stack')).toBe('stack-701');
    await prisma.project.deleteMany({ where: { slug: 'stack-350' } });
    expect(await slugFor('Stack')).toBe('stack-350');
  });

  it('section 9: twenty projects of one name at once are all made, each with a slug of its own', async () => {
    const names = Array.from({ length: 20 }, (_, index) => (index % 2 ? 'Twenty' : 'Twenty 2'));
    const answers = await Promise.all(
      names.map((name) => workshop.writer.post({ name, author_id: workshop.entities.author })),
    );
    const slugs = answers.map((answer) => textOf(projectIn(answer, 201)['slug']));
    expect(new Set(slugs).size).toBe(20);
    for (const slug of slugs) expect(slug).toMatch(form);
  });
});
