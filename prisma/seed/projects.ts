import {
  ended,
  type Life,
  lifeColumns,
  lifeOf,
  type Publication,
  publicationColumns,
  publicationOf,
} from './blocks/lifecycle.js';
import { imageJson, pageColumns } from './blocks/page.js';
import type { Machine } from './machines.js';
import { type Markup, markup } from './markup.js';
import type { Member } from './members.js';
import type { ProjectLists } from './project-lists.js';
import { itemAt, type Random, type Stream } from './random/prng.js';
import { uuidV7 } from './random/uuid-v7.js';
import { Slugs } from './slugs.js';
import type { Space } from './spaces.js';
import { joinTable, type SeedTable, table } from './table.js';
import type { Clock } from './time/clock.js';
import { familiarProjects, projectTexts, type ProjectWords, rareProjects, stepTexts } from './words/project-words.js';

export interface Project {
  readonly id: string;
  readonly slug: string;
  readonly author: Member;
  readonly collaborators: readonly Member[];
  readonly machines: readonly Machine[];
  readonly thematics: ProjectLists['thematics'];
  readonly space: Space | null;
  readonly license: { readonly id: string } | null;
  readonly life: Life;
  readonly publication: Publication;
  readonly words: ProjectWords;
}

interface Around {
  readonly clock: Clock;
  readonly spaces: readonly Space[];
  readonly machines: readonly Machine[];
  readonly members: readonly Member[];
  readonly lists: ProjectLists;
}

const projectWords = [...familiarProjects, ...rareProjects, ...familiarProjects];
/** The one whose every text is as long as texts can be (section 9). */
const longest = familiarProjects.length + rareProjects.length - 1;

export function makeProjects(around: Around, count: number, root: Stream): Project[] {
  const stream = root.child('projects');
  const slugs = new Slugs();
  return Array.from({ length: count }, (_, index) => projectAt(around, index, stream.at(index), slugs));
}

function projectAt(
  { clock, spaces, machines, members, lists }: Around,
  index: number,
  random: Random,
  slugs: Slugs,
): Project {
  const words = itemAt(projectWords, index);
  // A few people make most of the projects.
  const author = itemAt(members, Math.floor(random.fraction() * random.fraction() * members.length));
  const alive = lifeOf(clock, random, index, author.life.createdAt);
  const life = index % 18 === 11 ? ended(alive, clock, random) : alive;
  const others = members.slice(random.below(members.length - 20)).slice(0, 20);
  const sizes = [0, 1, 0, 3, 2, 0, 5];
  return {
    id: uuidV7(life.createdAt, random),
    slug: slugs.take(words.name, 'project'),
    author,
    collaborators: random.sample(
      others.filter((member) => member !== author),
      itemAt(sizes, index),
    ),
    machines: random.sample(machines, itemAt(sizes, index + 2)),
    thematics: random.sample(lists.thematics, itemAt(sizes, index + 4)),
    space: index % 4 === 1 ? null : random.pick(spaces),
    license: index % 5 === 4 ? null : random.pick(lists.licenses),
    life,
    publication: publicationOf(index, alive, random),
    words,
  };
}

export function projectTables(projects: readonly Project[], root: Stream): SeedTable[] {
  const stream = root.child('project steps');
  return [
    table('projects', function* () {
      for (const [index, project] of projects.entries()) yield projectRow(project, index, stream.at(index));
    }),
    joinTable('project_collaborators', ['project_id', 'member_id'], projects, (project) => ({
      id: project.id,
      items: project.collaborators,
    })),
    joinTable('project_project_thematics', ['project_id', 'project_thematic_id'], projects, ({ id, thematics }) => ({
      id,
      items: thematics,
    })),
    joinTable('project_machines', ['project_id', 'machine_id'], projects, ({ id, machines }) => ({
      id,
      items: machines,
    })),
  ];
}

function projectRow(project: Project, index: number, random: Random) {
  const { id, slug, words } = project;
  const description = index === longest ? longText(100_000) : itemAt(projectTexts, index);
  const image = index % 3 === 2 ? null : imageJson('projects', slug);
  return {
    id,
    space_id: project.space?.id ?? null,
    author_id: project.author.id,
    ...pageColumns({ slug, name: words.name, summary: words.summary, html: description?.html ?? null, image }),
    description: description?.markdown ?? null,
    license_id: project.license?.id ?? null,
    tags: JSON.stringify(words.tags),
    external_url: index % 3 === 0 ? `https://makers.example.org/${slug}?from=catalogue&v=${index}#top` : null,
    steps: stepsJson(project.life, index, random),
    ...publicationColumns(project.publication),
    ...lifeColumns(project.life),
  };
}

function stepsJson({ createdAt }: Life, index: number, random: Random): string {
  const count = index === longest ? 100 : itemAt([0, 3, 7, 1, 0, 12], index);
  const steps = Array.from({ length: count }, (_, number) => {
    const { title, description } = itemAt(stepTexts, number);
    return {
      id: uuidV7(createdAt, random),
      position: number + 1,
      title: index === longest && number === 0 ? 't'.repeat(200) : title,
      description: description?.markdown ?? null,
      description_rendered: description?.html ?? null,
    };
  });
  return JSON.stringify(steps);
}

function longText(length: number): Markup {
  return markup(['Sand, oil, wait. '.repeat(length / 16).slice(0, length - 1) + '.']);
}
