#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';
import { exitWith } from '@resource-catalogue/program';
import { catalogueProgram } from './program.js';

// V8 lets its memory grow to several times of what is in use before it searches all of it. What a transfer holds passes,
// so to search more often costs little, and keeps the memory at half.
setFlagsFromString('--heap-growing-percent=40');

catalogueProgram().parseAsync().catch(exitWith);
