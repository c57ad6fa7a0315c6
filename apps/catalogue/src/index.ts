export { catalogueProgram } from './program.js';
