import { randomUUID } from 'node:crypto';
import { textOf } from '../../json.js';
import { expectEqual } from '../assertions/answer.js';
import type { Checks } from '../context/check.js';
import { violated } from '../context/violation.js';
import { onProjects } from '../requests/projects.js';

const pattern = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const name = 'Conformance slug';
const long = 'n'.repeat(200);

export const slugChecks: Checks = {
  'slugs-are-numbered-from-two': onProjects(['WRITE-1', 'WRITE-3'], {
    title: 'the second and third project of a name get the slug of the first with -2 and -3',
    run: async (projects) => {
      const body = projects.small(`Conformance ${randomUUID()}`);
      const first = await projects.create(body);
      for (const suffix of ['-2', '-3']) {
        const { project, exchange } = await projects.create(body);
        expectEqual('the slug', project['slug'], `${textOf(first.project['slug'])}${suffix}`, exchange);
      }
    },
  }),
  'slugs-are-made-unique': onProjects(['WRITE-1', 'WRITE-3', 'SHAPE-2'], {
    title: 'slugs fit their form, are unique within 100 characters, and stay when the name changes',
    run: async (projects) => {
      const seen = new Set<string>();
      for (const one of [name, name, name, '折りたたみ椅子', '!!!', '🛠', long, long]) {
        const { id, project, exchange } = await projects.create(projects.small(one));
        const slug = textOf(project['slug']);
        if (!pattern.test(slug) || slug.length > 100)
          violated('a slug like a-b-1 of at most 100 characters', slug, exchange);
        if (seen.has(slug)) violated('a slug that is unique', slug, exchange);
        if (!/[a-z0-9]/i.test(one) && !/^project(-\d+)?$/.test(slug))
          violated(`the slug project for ${one}`, slug, exchange);
        seen.add(slug);
        const renamed = await projects.update(id, { name: `${name}, renamed` });
        expectEqual('the slug after a new name', renamed.project['slug'], slug, renamed.exchange);
      }
    },
  }),
};
