import { CommandError } from '@resource-catalogue/program';

/** An error that a retry of the mirror cannot fix. */
export class PermanentMirrorError extends CommandError {}

/** A signal ended a mirror with `once` before it had read everything. */
export class MirrorInterruptedError extends CommandError {
  constructor() {
    super('The mirror was stopped before it finished. Run the command again to continue.');
  }
}
