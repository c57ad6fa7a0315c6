/** Clean-up steps (processes, databases, an access token) that run in reverse order, however the process ends. */
export class Undo {
  #steps = [];
  #ended;

  constructor() {
    // Ctrl-C arrives twice: from the terminal and from the parent process.
    const stop = () => void this.all().finally(() => process.exit(130));
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  }

  add(step) {
    this.#steps.push(step);
  }

  all() {
    return (this.#ended ??= this.#run());
  }

  async #run() {
    for (const step of this.#steps.toReversed())
      await Promise.resolve(step()).catch((error) => console.error(error.message));
  }
}
