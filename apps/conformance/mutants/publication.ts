import {
  type Behaviour,
  invalidRequest,
  pointerError,
  type Row,
  soundBehaviour as sound,
  textOf,
} from '@resource-catalogue/reference-server';
import { mutantOf } from './mutant.js';

const mutant = mutantOf('write');

// Mutants of publication and slugs (WRITE-5, section 9).

/** One transition more, or less, than section 9 has. */
const transition = <Name extends string>(name: Name, summary: string, from: string, to: string, allowed: boolean) =>
  mutant(name, 'section 9', summary, {
    mayBecome: (state, next) => (state === from && next === to ? allowed : sound.mayBecome(state, next)),
  });

/** Some writes give another time of publication; undefined for what is right. */
const publishedAt = (
  time: (before: Row | null, state: string, now: string) => string | null | undefined,
): Pick<Behaviour, 'publishedAt'> => ({
  publishedAt: (...of) => {
    const wrong = time(...of);
    return wrong === undefined ? sound.publishedAt(...of) : wrong;
  },
});

const plainSlug = (name: string): string => sound.slugOf(name, new Set());

/** The first number that makes a slug unique, and how it is appended. */
const numbered = (first: number, append: (plain: string, number: number) => string): Pick<Behaviour, 'slugOf'> => ({
  slugOf: (name, taken) => {
    const plain = plainSlug(name);
    let slug = plain;
    for (let number = first; taken.has(slug); number += 1) slug = append(plain, number);
    return slug;
  },
});

export const publicationMutants = [
  transition('draft-archived', 'a draft may be archived', 'draft', 'archived', true),
  transition('archived-to-draft', 'an archived project may become a draft', 'archived', 'draft', true),
  transition('archived-for-ever', 'an archived project cannot be published again', 'archived', 'published', false),
  transition('same-state-refused', 'a published project cannot be sent as published', 'published', 'published', false),
  mutant('draft-with-publication', 'WRITE-5', 'a project has a time of publication from the start', {
    publishedAt: (_, __, now) => now,
  }),
  mutant('draft-keeps-publication', 'WRITE-5', 'going back to draft keeps the time of publication', {
    publishedAt: (before, state, now) => sound.publishedAt(before, before === null ? state : 'published', now),
  }),
  mutant('archiving-clears-publication', 'WRITE-5', 'archiving clears the time of publication', () =>
    publishedAt((_, state) => (state === 'archived' ? null : undefined)),
  ),
  mutant('publication-moves', 'WRITE-5', 'publishing again after archiving moves the time of publication', () =>
    publishedAt((_, state, now) => (state === 'published' ? now : undefined)),
  ),
  mutant('never-published', 'WRITE-5', 'a project that is published from the start has no time of publication', () =>
    publishedAt((before) => (before === null ? null : undefined)),
  ),
  mutant('slugs-shared', 'section 9', 'projects of the same name share a slug', { slugOf: plainSlug }),
  mutant('slug-follows-name', 'section 8', 'the slug changes with the name', {
    slugOnRename: (before, name, taken) =>
      before['name'] === name ? textOf(before['slug']) : sound.slugOf(name, taken),
  }),
  mutant('slug-too-long', 'section 9', 'a number that makes a slug unique leads it beyond 100 characters', () =>
    numbered(2, (plain, number) => `${plain}-${number}`),
  ),
  mutant('slug-numbered-from-one', 'section 9', 'the second project of a name has the slug that ends in -1', () =>
    numbered(1, (plain, number) => `${plain}-${number}`.slice(-100)),
  ),
  mutant('slug-without-letters', 'section 9', 'a name without Latin letters has the slug untitled', {
    slugOf: (name, taken) => sound.slugOf(/[a-z0-9]/i.test(name) ? name : 'untitled', taken),
  }),
  mutant('slug-in-any-script', 'section 8', 'slugs keep letters of every script', {
    slugOf: (name, taken) => (/^[\p{L}\p{N}]+$/u.test(name) ? name.toLowerCase() : sound.slugOf(name, taken)),
  }),
  mutant('conflict-is-400', 'section 9', 'a change of publication_state that is not there is answered with 400', {
    mayBecome: (state, next) => {
      if (sound.mayBecome(state, next)) return true;
      throw invalidRequest([pointerError('/publication_state', 'invalid_value', `A ${state} cannot become ${next}.`)]);
    },
  }),
  mutant('published-by-default', 'section 9', 'a new project is published unless it says otherwise', {
    stored: ({ before, after }) =>
      before === null && after['published_at'] === null
        ? { ...after, publication_state: 'published', published_at: after.created_at }
        : after,
  }),
];
