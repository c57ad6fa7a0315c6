import { exitWith } from '../start/shutdown.js';
import { catalogueProgram } from './program.js';

catalogueProgram().parseAsync().catch(exitWith);
