#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';
import { exitWith } from '@resource-catalogue/program';
import { ignoreClosedPipes } from './closed-pipes.js';
import { catalogueProgram } from './program.js';

// V8 lets its heap grow to several times the live data between full collections. A transfer creates mostly short-lived
// data, so collecting more often costs little and halves the memory.
setFlagsFromString('--heap-growing-percent=40');

ignoreClosedPipes(process.stdout, process.stderr);
catalogueProgram().parseAsync().catch(exitWith);
