import type { Collection } from '../interface/catalogue.js';
import type { Reply } from './ask.js';
import type { Pair } from './route.js';

/** A request behind the current view. */
export interface ShownRequest {
  /** Path and query. */
  readonly target: string;
  readonly collection: Collection;
  /** The row of this id, or a list. */
  readonly asked: string | readonly Pair[];
  readonly reply: Reply | null;
}

/** The requests behind the current view, in the order of its parts. */
export class ShownRequests {
  private readonly byPart = new Map<string, ShownRequest>();
  private readonly watchers = new Set<() => void>();

  put(part: string, request: ShownRequest): void {
    this.byPart.set(part, request);
    this.tell();
  }

  remove(part: string): void {
    this.byPart.delete(part);
    this.tell();
  }

  all(): readonly ShownRequest[] {
    return [...this.byPart.values()];
  }

  /** Calls after each change, until the returned function is called. */
  watch(call: () => void): () => void {
    this.watchers.add(call);
    return () => void this.watchers.delete(call);
  }

  private tell(): void {
    for (const call of this.watchers) call();
  }
}
