import type { PublicationState } from '@resource-catalogue/contracts';

/** Section 9: the only changes of state; staying is none. */
const changes: Readonly<Record<PublicationState, readonly PublicationState[]>> = {
  draft: ['published'],
  published: ['draft', 'archived'],
  archived: ['published'],
};

export function mayBecome(from: PublicationState, to: PublicationState): boolean {
  return from === to || changes[from].includes(to);
}

/** WRITE-5: set on the first publication, kept through archiving, cleared by going back to draft. */
export function publishedAt(state: PublicationState, before: Date | null, now: Date): Date | null {
  return state === 'draft' ? null : (before ?? now);
}
