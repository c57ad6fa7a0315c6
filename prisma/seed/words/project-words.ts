import { type Markup, markup } from '../markup.js';
import file from './projects.json' with { type: 'json' };

export interface ProjectWords {
  readonly name: string;
  readonly summary: string | null;
  readonly tags: readonly string[];
}

const longest: ProjectWords = {
  name: 'n'.repeat(200),
  summary: 's'.repeat(500),
  tags: Array.from({ length: 20 }, (_, tag) => `tag ${tag + 1} `.padEnd(50, 'x')),
};

export const familiarProjects: readonly ProjectWords[] = file.familiar;
export const rareProjects: readonly ProjectWords[] = [...file.rare, longest];

/** What authors write; null where they wrote nothing. */
export const projectTexts: readonly (Markup | null)[] = file.texts.map((blocks) => blocks && markup(blocks));

export const stepTexts = file.steps.map(({ title, description }) => ({
  title,
  description: description && markup(description),
}));
