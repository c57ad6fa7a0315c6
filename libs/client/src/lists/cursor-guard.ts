/**
 * Notices a walk that goes in a circle, by Brent's method: it keeps one cursor and replaces it after 1, 2, 4, 8, … pages,
 * so a walk over a million rows needs no more memory than one over ten, and a circle of any length is found.
 */
export class CursorGuard {
  #kept: string | undefined;
  #pages = 0;
  #keepAt = 1;

  /** Whether this cursor shows that the walk goes in a circle. */
  repeats(cursor: string): boolean {
    if (cursor === this.#kept) return true;
    this.#pages += 1;
    if (this.#pages >= this.#keepAt) {
      this.#kept = cursor;
      this.#keepAt *= 2;
    }
    return false;
  }
}
