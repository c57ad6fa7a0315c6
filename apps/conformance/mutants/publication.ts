import {
  invalidRequest,
  pointerError,
  type Row,
  soundBehaviour as sound,
  toText,
} from '@resource-catalogue/reference-server';
import { type Change, makeMutants } from './mutant.js';
import { hour } from './requests.js';
import { changed, created } from './rows.js';

// Mutants of publication and slugs (WRITE-5, section 9).

/** Allows or refuses one transition contrary to section 9. */
const transition = (from: string, to: string, allowed: boolean): Change => ({
  mayBecome: (state, next) => (state === from && next === to ? allowed : sound.mayBecome(state, next)),
});

/** Sets another time of publication on some writes; undefined keeps the right one. */
const publishedAt = (time: (before: Row | null, state: string, now: string) => string | null | undefined): Change => ({
  publishedAt: (...of) => {
    const wrong = time(...of);
    return wrong === undefined ? sound.publishedAt(...of) : wrong;
  },
});

const plainSlug = (name: string): string => sound.slugOf(name, new Set());

/** Numbers duplicate slugs from `first`, appended by `append`. */
const numbered = (first: number, append: (plain: string, number: number) => string): Change => ({
  slugOf: (name, taken) => {
    const plain = plainSlug(name);
    let slug = plain;
    for (let number = first; taken.has(slug); number += 1) slug = append(plain, number);
    return slug;
  },
});

export const publicationMutants = makeMutants('write', {
  'section 9': {
    'draft-archived: a draft may be archived': transition('draft', 'archived', true),
    'archived-to-draft: an archived project may become a draft': transition('archived', 'draft', true),
    'archived-for-ever: an archived project can never be published again': transition('archived', 'published', false),
    'same-state-refused: publishing a published project is refused': transition('published', 'published', false),
    'slugs-shared: projects with the same name share a slug': { slugOf: plainSlug },
    'slug-too-long: a slug with a number may be too long': numbered(2, (plain, number) => `${plain}-${number}`),
    'slug-numbered-from-one: slug numbers start at 1': numbered(1, (plain, number) => `${plain}-${number}`.slice(-100)),
    'slug-without-letters: a name without Latin letters has the slug untitled': {
      slugOf: (name, taken) => sound.slugOf(/[a-z0-9]/i.test(name) ? name : 'untitled', taken),
    },
    'conflict-is-400: a forbidden change of publication_state is answered with 400': {
      mayBecome: (state, next) => {
        if (sound.mayBecome(state, next)) return true;
        throw invalidRequest([
          pointerError('/publication_state', 'invalid_value', `A ${state} cannot become ${next}.`),
        ]);
      },
    },
    'published-by-default: a new project is published unless it says otherwise': created((after) =>
      after['published_at'] === null
        ? { ...after, publication_state: 'published', published_at: after.created_at }
        : after,
    ),
  },
  'WRITE-5': {
    'published-in-an-hour: the first publication time is an hour in the future': publishedAt((before, state, now) => {
      const published = sound.publishedAt(before, state, now);
      return published === now ? new Date(Date.parse(now) + hour).toISOString() : published;
    }),
    'draft-with-publication: a new draft has a publication time': { publishedAt: (_, __, now) => now },
    'draft-keeps-publication: a project that goes back to draft keeps its publication time': {
      publishedAt: (before, state, now) => sound.publishedAt(before, before === null ? state : 'published', now),
    },
    'archiving-clears-publication: archiving clears the publication time': publishedAt((_, state) =>
      state === 'archived' ? null : undefined,
    ),
    'publication-moves: publishing again after archiving changes the publication time': publishedAt((_, state, now) =>
      state === 'published' ? now : undefined,
    ),
    'never-published: a project that is created as published has no publication time': publishedAt((before) =>
      before === null ? null : undefined,
    ),
  },
  'section 8': {
    'slug-follows-name: the slug changes with the name': changed((after, before) =>
      before['name'] === after['name'] ? after : { ...after, slug: plainSlug(toText(after['name'])) },
    ),
    'slug-in-any-script: slugs keep letters of every script': {
      slugOf: (name, taken) => (/^[\p{L}\p{N}]+$/u.test(name) ? name.toLowerCase() : sound.slugOf(name, taken)),
    },
  },
});
