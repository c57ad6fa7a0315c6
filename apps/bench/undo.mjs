/** Clean-up steps that run at any end of the process, in reverse order: processes, a schema, an access token. */
export class Undo {
  #steps = [];

  constructor() {
    let stopping = false;
    // Ctrl-C arrives twice: from the terminal and from the parent process.
    const stop = () => {
      if (stopping) return;
      stopping = true;
      process.stderr.write('Stopping …\n');
      void this.all().finally(() => process.exit(130));
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  }

  add(step) {
    this.#steps.push(step);
  }

  async all() {
    for (let step = this.#steps.pop(); step; step = this.#steps.pop()) {
      await Promise.resolve(step()).catch((error) => console.error(error.message));
    }
  }
}
