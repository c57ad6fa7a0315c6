/**
 * Bounds repetitions that nobody asked for to a share of all requests, so that clients do not keep a struggling service
 * down. Waits that the service itself ordered cost nothing.
 */
export class RetryBudget {
  #left: number;

  /** @param share extra requests for each request, 0.2 for a fifth. @param reserve extra requests to begin with. */
  constructor(
    private readonly share: number,
    private readonly reserve: number,
  ) {
    this.#left = reserve;
  }

  /** Counts a call. */
  earn(): void {
    this.#left = Math.min(this.reserve, this.#left + this.share);
  }

  /** Whether one more repetition is in the budget; takes it out if so. */
  spend(): boolean {
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
