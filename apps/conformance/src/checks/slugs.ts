import { randomUUID } from 'node:crypto';
import { textOf } from '../json.js';
import { onServer } from './check.js';
import { create, sceneOf, smallBody, update } from './scene.js';
import { violated } from './violation.js';

const pattern = /^[a-z0-9]+(-[a-z0-9]+)*$/;

export const slugChecks = [
  onServer({
    id: 'slugs-are-numbered-from-two',
    rules: ['WRITE-1', 'WRITE-3'],
    needs: ['writes'],
    title: 'the second and third project of a name get the slug of the first with -2 and -3',
    run: async (trial) => {
      const scene = sceneOf(trial);
      const name = `Conformance ${randomUUID()}`;
      const first = await create(trial, smallBody(scene, name));
      for (const suffix of ['-2', '-3']) {
        const { project, exchange } = await create(trial, smallBody(scene, name));
        const expected = `${textOf(first.project['slug'])}${suffix}`;
        if (project['slug'] !== expected) violated(`the slug ${expected}`, textOf(project['slug']), exchange);
      }
    },
  }),
  onServer({
    id: 'slugs-are-made-unique',
    rules: ['WRITE-1', 'WRITE-3', 'SHAPE-2'],
    needs: ['writes'],
    title: 'slugs fit their form, are unique within 100 characters, and stay when the name changes',
    run: async (trial) => {
      const scene = sceneOf(trial);
      const names = [
        'Conformance slug',
        'Conformance slug',
        'Conformance slug',
        '折りたたみ椅子',
        '!!!',
        '🛠',
        'n'.repeat(200),
        'n'.repeat(200),
      ];
      const seen = new Set<string>();
      for (const name of names) {
        const { id, project, exchange } = await create(trial, smallBody(scene, name));
        const slug = textOf(project['slug']);
        if (!pattern.test(slug) || slug.length > 100)
          violated('a slug like a-b-1 of at most 100 characters', slug, exchange);
        if (seen.has(slug)) violated('a slug that is unique', slug, exchange);
        if (!/[a-z0-9]/i.test(name) && !/^project(-\d+)?$/.test(slug))
          violated(`the slug project for ${name}`, slug, exchange);
        seen.add(slug);
        const renamed = await update(trial, id, { name: 'Conformance slug, renamed' });
        if (renamed.project['slug'] !== slug)
          violated(`the slug ${slug} after a new name`, textOf(renamed.project['slug']), renamed.exchange);
      }
    },
  }),
];
