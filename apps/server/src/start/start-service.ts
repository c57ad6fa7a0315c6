import { pino } from 'pino';
import { createApp } from '../create-app.js';
import { prepareDemo, withdrawDemoToken } from '../demo/prepare-demo.js';
import { readSettings } from '../settings/settings.js';
import { banner } from './banner.js';
import { listen } from './listen.js';
import { openedDatabase } from './opened-database.js';
import { Shutdown } from './shutdown.js';
import { stopListening } from './stop-listening.js';

/** Opens, migrates, fills where that is wanted, listens, and says where. */
export async function startService(environment: NodeJS.ProcessEnv): Promise<void> {
  const settings = readSettings(environment);
  const shutdown = new Shutdown();
  try {
    const database = await openedDatabase(settings);
    shutdown.before(() => database.close());
    const token = settings.demo ? await prepareDemo(database) : null;
    if (!settings.demo) await withdrawDemoToken(database);
    const app = await createApp(settings, database, pino({ level: settings.logLevel }));
    shutdown.before(() => app.close());
    const server = app.getHttpServer();
    shutdown.before(stopListening(server));
    await listen(server, settings);
    shutdown.serving();
    process.stdout.write(banner(settings, server.address(), token));
  } catch (error) {
    await shutdown.fail(error);
  }
}
