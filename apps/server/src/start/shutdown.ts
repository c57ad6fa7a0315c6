/** In milliseconds. What is not closed by then loses nothing: the databases roll an open transaction back. */
const patience = { starting: 500, serving: 4000 };

/** Ends the process with 0 on SIGINT or SIGTERM, once all that was opened is closed, the last first. */
export class Shutdown {
  private readonly closings: (() => Promise<unknown>)[] = [];
  private phase: keyof typeof patience = 'starting';
  private begun: Promise<void> | undefined;

  constructor() {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      // The second Ctrl-C of an impatient operator, or of a terminal that sends it to a whole group, changes nothing.
      process.on(signal, () => void (this.begun ??= this.stop()));
    }
  }

  /** Registers what to close. */
  before(closing: () => Promise<unknown>): void {
    this.closings.unshift(closing);
  }

  /** From now on there are requests that deserve an answer. */
  serving(): void {
    this.phase = 'serving';
  }

  /** Closes after a failed start, unless a signal does so already: then what failed is of interest to nobody. */
  async fail(error: unknown): Promise<never> {
    await this.begun;
    await this.close();
    throw error;
  }

  private async stop(): Promise<void> {
    setTimeout(() => process.exit(0), patience[this.phase]);
    await this.close();
    process.exit(0);
  }

  private async close(): Promise<void> {
    for (const closing of this.closings.splice(0)) await closing().catch(() => undefined);
  }
}
