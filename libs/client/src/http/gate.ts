/** What all calls of a client pass before they are sent: one used-up quota holds every call, not only the one that met it. */
export class Gate {
  #opensAt = 0;

  /** Stays closed until then, in milliseconds since 1970; never opens earlier than it was told before. */
  closeUntil(time: number): void {
    this.#opensAt = Math.max(this.#opensAt, time);
  }

  /** Milliseconds until calls may pass. */
  waitMs(now: number): number {
    return Math.max(0, this.#opensAt - now);
  }
}
