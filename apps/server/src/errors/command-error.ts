/** What a command refuses to do, in one sentence that says why and what to do instead. */
export class CommandError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CommandError';
  }
}
