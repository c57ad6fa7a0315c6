import { CommandError } from '../errors/command-error.js';

/** What no second try of the mirror can help. */
export class MirrorRefusal extends CommandError {}
