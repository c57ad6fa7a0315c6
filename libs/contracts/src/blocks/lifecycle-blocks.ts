import { Instant } from '../fields.js';

/** *Timestamps*: when the resource was created and last changed (SHAPE-7). */
export class TimestampsBlock {
  @Instant(
    'When anything that the resource owns last changed. It does not move when a referenced entity or a derived value changes.',
    { example: '2026-02-14T16:20:05.120Z' },
  )
  updated_at!: string;

  @Instant('When the resource was created.', { example: '2025-11-03T08:15:42.087Z' })
  created_at!: string;
}

/** *SoftDelete*: a deleted resource stays readable and has the time of its deletion (GET-2). */
export class SoftDeleteBlock {
  @Instant('When the resource was deleted; null while it is live.', { nullable: true, example: null })
  soft_deleted_at!: string | null;
}
