import { startService } from './start/start-service.js';
import { exitWith } from './start/shutdown.js';

startService(process.env).catch(exitWith);
