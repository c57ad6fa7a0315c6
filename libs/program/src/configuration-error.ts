import { CommandError } from './command-error.js';

/** Reports all invalid variables at once, so that one start is enough to find them. */
export class ConfigurationError extends CommandError {
  constructor(readonly errors: readonly string[]) {
    super(`The configuration is not valid: ${errors.join('; ')}.`);
    this.name = 'ConfigurationError';
  }
}
