export { checkWith } from './check-with.js';
export type { SchemaIssue, SchemaResult, StandardSchema } from './check-with.js';
