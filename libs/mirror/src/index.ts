export { MirrorInterruptedError } from './mirror-errors.js';
export { MirrorSource } from './mirror-source.js';
export { endMirror, runMirror } from './run-mirror.js';
