export { createMemoryCache } from './memory-cache.js';
export type { MemoryCacheOptions } from './memory-cache.js';
