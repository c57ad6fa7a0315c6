import { CommandError } from '@resource-catalogue/program';

/** What no second try of the mirror can help. */
export class MirrorRefusal extends CommandError {}

/** A signal ended a mirror that should have read everything once. */
export class StoppedEarly extends CommandError {
  constructor() {
    super('The mirror was stopped before it was done. Run the command again to continue.');
  }
}
