import { withDeletion, lifeColumns, drawLife, publicationColumns } from './blocks/lifecycle.js';
import { toHtml, toMarkdown } from './blocks/markup.js';
import { pageColumns } from './blocks/page.js';
import type { Bookable } from './bookables.js';
import type { Entity } from './entities.js';
import type { Ground } from './ground.js';
import type { Member } from './members.js';
import { itemAt, type Random } from './random.js';
import { joinTable, type Row, type SeedTable, toTable } from './table.js';
import file from './words/projects.json' with { type: 'json' };

const rareProjects = [
  ...file.rare,
  {
    name: 'n'.repeat(200),
    summary: 's'.repeat(500),
    tags: Array.from({ length: 20 }, (_, tag) => `tag ${tag + 1} `.padEnd(50, 'x')),
  },
];
const projectWords = [...file.familiar, ...rareProjects, ...file.familiar];
/** The project whose every text has the maximum length (section 9). */
const longest = file.familiar.length + rareProjects.length - 1;
const maxSteps = 100;
const longText = ['Sand, oil, wait. '.repeat(6250).slice(0, 99_999) + '.'];

export interface Project {
  readonly id: string;
  readonly collaborators: readonly Member[];
  readonly machines: readonly Bookable[];
  readonly thematics: readonly Entity[];
  readonly row: Row;
}

export function makeProjects(ground: Ground, machines: readonly Bookable[], members: readonly Member[]): Project[] {
  const { root, scale } = ground;
  const steps = root.child('project steps');
  return root
    .child('projects')
    .times(scale.projects, (random, index) => projectAt(ground, machines, members, index, random, steps.at(index)));
}

function projectAt(
  { clock, slugs, open, lists }: Ground,
  machines: readonly Bookable[],
  members: readonly Member[],
  index: number,
  random: Random,
  steps: Random,
): Project {
  const words = itemAt(projectWords, index);
  const isLongest = index === longest;
  // A few people write most of the projects.
  const author = itemAt(members, Math.floor(random.fraction() * random.fraction() * members.length));
  const alive = drawLife(clock, random, index, author.life.createdAt);
  const life = index % 18 === 11 ? withDeletion(alive, clock, random) : alive;
  const others = members.slice(random.below(members.length - 20)).slice(0, 20);
  const sizes = [0, 1, 0, 3, 2, 0, 5];
  const id = random.uuidV7(life.createdAt);
  const slug = slugs.take('project', words.name);
  const project = {
    id,
    collaborators: random.sample(
      others.filter((member) => member !== author),
      itemAt(sizes, index),
    ),
    machines: random.sample(machines, itemAt(sizes, index + 2)),
    thematics: random.sample(lists.thematics, itemAt(sizes, index + 4)),
  };
  const description = isLongest ? longText : itemAt(file.texts, index);
  const row = {
    id,
    author_id: author.id,
    space_id: index % 4 === 1 ? null : random.pick(open).id,
    license_id: index % 5 === 4 ? null : random.pick(lists.licenses).id,
    ...pageColumns({ ...words, description }, 'projects', slug, index % 3 !== 2),
    description: toMarkdown(description),
    tags: JSON.stringify(words.tags),
    external_url: index % 3 === 0 ? `https://makers.example.org/${slug}?from=catalogue&v=${index}#top` : null,
    steps: stepsJson(life.createdAt, isLongest ? maxSteps : itemAt([0, 3, 7, 1, 0, 12], index), steps),
    ...publicationColumns(index, alive, random),
    ...lifeColumns(life),
  };
  return { ...project, row };
}

function stepsJson(createdAt: number, count: number, random: Random): string {
  const list = file.steps;
  const steps = Array.from({ length: count }, (_, number) => {
    const { title, description } = itemAt(list, number);
    return {
      id: random.uuidV7(createdAt),
      position: number + 1,
      title: count === maxSteps && number === 0 ? 't'.repeat(200) : title,
      description: toMarkdown(description),
      description_rendered: toHtml(description),
    };
  });
  return JSON.stringify(steps);
}

export function projectTables(projects: readonly Project[]): SeedTable[] {
  const column = 'project_id';
  return [
    toTable('projects', projects),
    joinTable('project_collaborators', column, 'member_id', projects, ({ collaborators }) => collaborators),
    joinTable('project_project_thematics', column, 'project_thematic_id', projects, ({ thematics }) => thematics),
    joinTable('project_machines', column, 'machine_id', projects, ({ machines }) => machines),
  ];
}
