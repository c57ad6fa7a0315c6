import { within } from '../blocks/lifecycle.js';
import { toHtml, toMarkdown } from '../blocks/markup.js';
import type { Bookable } from '../bookables.js';
import type { Member } from '../members.js';
import type { Project } from '../projects.js';
import { itemAt, type Random } from '../random.js';
import { day } from '../time/clock.js';
import { publishedColumns } from './columns.js';
import { type Foundation, findByName } from './foundation.js';
import projectWords from './projects.json' with { type: 'json' };

/** Projects of the members. */
export function makeProjects(
  { clock, root, slugs, spaces, lists }: Foundation,
  machines: readonly Bookable[],
  members: readonly Member[],
): Project[] {
  return projectWords.map((words, index) => {
    const random = root.child('projects').at(index);
    const author = itemAt(members, index * 3);
    const createdAt = within(random, Math.max(author.life.createdAt, clock.at - 200 * day), clock.at - 2 * day);
    const life = { createdAt, updatedAt: within(random, createdAt, clock.at - day), deletedAt: null };
    const id = random.uuidV7(createdAt);
    const row = {
      id,
      ...{ author_id: author.id, space_id: itemAt(spaces, index).id, license_id: itemAt(lists.licenses, index).id },
      ...publishedColumns(words, slugs.take('project', words.name), life),
      description: toMarkdown(words.description),
      tags: JSON.stringify(words.tags),
      external_url: null,
      steps: stepsJson(words.steps, createdAt, random),
    };
    return {
      id,
      collaborators: index % 3 === 1 ? [itemAt(members, index * 3 + 1)] : [],
      machines: findByName(machines, words.machines),
      thematics: findByName(lists.thematics, words.thematics),
      row,
    };
  });
}

interface StepWords {
  readonly title: string;
  readonly description: readonly string[] | null;
}

const stepsJson = (steps: readonly StepWords[], createdAt: number, random: Random): string =>
  JSON.stringify(
    steps.map(({ title, description }, index) => ({
      id: random.uuidV7(createdAt),
      position: index + 1,
      title,
      description: toMarkdown(description),
      description_rendered: toHtml(description),
    })),
  );
