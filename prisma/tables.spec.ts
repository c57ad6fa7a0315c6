import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';

const read = (path: string): Promise<string> => readFile(new URL(path, import.meta.url), 'utf8');

describe('the generated names of tables', () => {
  it('are those that the models are mapped to, with the foreign keys of their relations', async () => {
    const files = (await readdir(new URL('schema/', import.meta.url))).map((name) => read(`schema/${name}`));
    const models = [...(await Promise.all(files)).join('\n').matchAll(/^model (\w+) \{\n([^}]*)^\}/gm)];
    const tables = new Map(models.map(([, model, body]) => [model, /@@map\("(\w+)"\)/.exec(body ?? '')?.[1]]));
    const expected = models.map(([, model, body = '']) => {
      const relations = body.matchAll(/^ +\w+ +(\w+)\??.* @relation\(.*fields: \[(\w+)\]/gm);
      const references = [...relations].map(([, target, key]) => `${key}: '${tables.get(target)}'`);
      return `  ${tables.get(model)}: { model: '${model}'; references: { ${references.join('; ')} } };`;
    });
    const generated = (await read('generated/tables.ts')).split('\n').filter((line) => line.startsWith('  '));
    expect(generated.sort()).toEqual(expected.sort());
    expect(expected).toContain(
      "  booking_seats: { model: 'BookingSeat'; references: { booking_id: 'bookings'; price_id: 'prices' } };",
    );
  });
});
