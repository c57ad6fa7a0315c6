import { describe, expect, it } from '@jest/globals';
import { renderTexts } from '@resource-catalogue/markdown';
import { seedTables } from '@resource-catalogue/prisma/seed';

interface Text {
  readonly description: string | null;
  readonly description_rendered: string | null;
}

describe('the projects of a seed', () => {
  it('WRITE-4: show their Markdown just as the service renders it, so that a change of another field leaves it', () => {
    const seed = seedTables({ bookings: 1, seed: 1, at: new Date('2026-03-01T10:15:30.123Z') });
    const projects = seed.find(({ table }) => table === 'projects');
    const names = ['description', 'description_rendered', 'steps'];
    const places = names.map((name) => projects?.columns.indexOf(name) ?? -1);
    const texts = [...(projects?.rows() ?? [])].flatMap((row) => {
      const [description, description_rendered, steps] = places.map((place) => row[place]);
      return [{ description, description_rendered } as Text, ...(JSON.parse(String(steps)) as Text[])];
    });
    const written = texts.filter(({ description }) => description !== null);
    expect(written.length).toBeGreaterThan(200);
    const sources = written.map(({ description }) => description ?? '');
    const { html } = renderTexts(sources, { bytes: Infinity, blocks: Infinity });
    expect(written.map((text) => text.description_rendered)).toEqual(html);
  });
});
