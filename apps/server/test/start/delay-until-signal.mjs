import timers from 'node:timers/promises';
import { once } from 'node:events';
import { syncBuiltinESMExports } from 'node:module';

// Loaded before a service: its longest delay lasts until a test ends it by SIGUSR2.
const longest = 300_000;
const after = timers.setTimeout;
timers.setTimeout = (delay, ...rest) => (delay === longest ? once(process, 'SIGUSR2') : after(delay, ...rest));
syncBuiltinESMExports();
