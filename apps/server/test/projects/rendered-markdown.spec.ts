import { seedTables } from '@resource-catalogue/prisma/seed';
import { describe, expect, it } from '@jest/globals';
import { renderedTexts } from '../support/rendered.js';

interface Text {
  readonly description: string | null;
  readonly description_rendered: string | null;
}

describe('the projects of a seed', () => {
  it('show their Markdown just as the service renders it, so that a change of another field leaves it', () => {
    const seed = seedTables({ bookings: 1, seed: 1, at: new Date('2026-03-01T10:15:30.123Z') });
    const projects = seed.find(({ table }) => table === 'projects');
    const column = (name: string) => projects?.columns.indexOf(name) ?? -1;
    const texts = [...(projects?.rows() ?? [])].flatMap((row) => {
      const own = {
        description: row[column('description')],
        description_rendered: row[column('description_rendered')],
      };
      return [own as Text, ...(JSON.parse(String(row[column('steps')])) as Text[])];
    });
    const written = texts.filter(({ description }) => description !== null);
    expect(written.length).toBeGreaterThan(200);
    const rendered = renderedTexts(written.map(({ description }) => description ?? ''));
    const other = written.filter(({ description_rendered: html }, index) => html !== rendered[index]);
    expect(other.slice(0, 3)).toEqual([]);
  });
});
