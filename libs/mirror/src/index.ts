export { MirrorInterruptedError } from './mirror-refusal.js';
export { MirrorSource } from './mirror-source.js';
export { endMirror, runMirror } from './run-mirror.js';
