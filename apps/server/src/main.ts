import { startService } from './start/start-service.js';
import { stopWith } from './start/stop-with.js';

startService(process.env).catch(stopWith);
