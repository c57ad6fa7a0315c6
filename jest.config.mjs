// For editors, and `npx jest PATH` in the root.
export { default } from './tools/jest/workspace.mjs';
