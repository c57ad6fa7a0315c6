export { Stream } from './random.js';
export { defaultBookings, maxBookings, maxDemoBookings } from './scale.js';
export { seedTables } from './seed-tables.js';
export type { SeedTable, Value } from './table.js';
export type { SeedOptions } from './ground.js';
