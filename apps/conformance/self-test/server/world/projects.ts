import type { JsonObject, Row } from '../json.js';
import { identity, page, person, publication, ref, refs, softDeletion } from './blocks.js';
import { Stamps } from './clock.js';
import type { Dice } from './dice.js';
import { countTo } from './size.js';
import { nameOf } from './words.js';

export interface ProjectContext {
  readonly members: readonly Row[];
  readonly spaces: readonly Row[];
  readonly machines: readonly Row[];
  readonly licenses: readonly Row[];
  readonly thematics: readonly Row[];
}

export function projects(dice: Dice, of: ProjectContext, count: number): Row[] {
  const stamps = new Stamps(dice, '2025-09-01T00:00:00.000Z', count);
  const slugs = new Set<string>();
  return countTo(count).map((index) => {
    const own = identity(dice, stamps);
    const author = dice.pick(of.members);
    const space = dice.pickOrNull(of.spaces, 0.7);
    const license = dice.pickOrNull(of.licenses, 0.7);
    const shown = page(own, nameOf('project', index), index, slugs);
    return {
      ...own,
      space: space && ref(space),
      author: person(author),
      collaborators: dice.some(of.members, 3).flatMap((member) => (member.id === author.id ? [] : [person(member)])),
      ...shown,
      description: shown['description_rendered'] === null ? null : `All about **number ${index}**.`,
      license: license && ref(license),
      thematics: refs(dice.some(of.thematics, 3)),
      machines: refs(dice.some(of.machines, 3)),
      tags: ['plywood', 'Furniture', 'beginner'].slice(0, index % 4),
      external_url: index % 3 === 0 ? null : `https://makers.example.org/${index}`,
      steps: countTo(index % 4).map((at) => step(dice, at)),
      ...publication(own, index),
      ...softDeletion(own, index),
    };
  });
}

function step(dice: Dice, at: number): JsonObject {
  const described = at % 2 === 0;
  return {
    id: dice.uuid(),
    position: at + 1,
    title: `Step ${at + 1}`,
    description: described ? 'With a *saw*.' : null,
    description_rendered: described ? '<p>With a <em>saw</em>.</p>\n' : null,
  };
}
