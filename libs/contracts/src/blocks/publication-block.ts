import { Instant, OneOf } from '../fields.js';

/** States of publication. */
export const publicationStates = ['draft', 'published', 'archived'] as const;
/** One of `publicationStates`. */
export type PublicationState = (typeof publicationStates)[number];

/** *Publication*: a draft has no time of publication, a published resource has one. */
export class PublicationBlock {
  @OneOf(publicationStates, 'Whether the resource is in preparation, public, or no longer public.', {
    example: 'published',
  })
  publication_state!: PublicationState;

  @Instant('When the resource was first published; null while it is a draft.', {
    nullable: true,
    example: '2025-11-10T07:30:00.000Z',
  })
  published_at!: string | null;
}
