export { prepareDemo, withdrawDemoToken } from './prepare-demo.js';
export { type SeedProgress, isEmpty, seedDatabase } from './seed-database.js';
