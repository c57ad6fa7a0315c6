export { EngineStopped } from './crash-guard.js';
export { DataDirectoryError } from './data-directory.js';
export { DirectoryHeldError } from './directory-lock.js';
export { openEngine, type Report, WritesRefused } from './embedded-engine.js';
export { type Engine, openEngineInMemory } from './launch-engine.js';
export { EngineAdapter } from './prisma-adapter.js';
