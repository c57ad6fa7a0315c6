import { catalogueDefinitions } from '@resource-catalogue/read';
import { openDatabase } from '@resource-catalogue/database';
import { findFiles, importFiles } from '@resource-catalogue/transfer';

// An import that is killed right before or behind its COMMIT.
const { DATABASE_URL, DATA_DIR, DIE, FILES } = process.env;
const die = () => process.kill(process.pid, 'SIGKILL');

const dying = (session) => ({
  ...session,
  transaction: async (work) => {
    const result = await session.transaction(async (inside) => {
      const done = await work(inside);
      if (DIE === 'before') die();
      return done;
    });
    if (DIE === 'behind') die();
    return result;
  },
});

const database = await openDatabase({ databaseUrl: DATABASE_URL ?? null, dataDir: DATA_DIR });
const options = {
  dryRun: false,
  continueOnError: false,
  prune: false,
  report: () => undefined,
  onError: (error) => process.stderr.write(JSON.stringify(error)),
};
const dyingDatabase = { ...database, session: (work) => database.session((session) => work(dying(session))) };
await importFiles(dyingDatabase, catalogueDefinitions, await findFiles([FILES], catalogueDefinitions), options);
