import { catalogueDefinitions } from '@resource-catalogue/read';
import { openDatabase } from '@resource-catalogue/database';
import { findFiles, importFiles } from '@resource-catalogue/transfer';

// An import that is killed while its statement of the number DIE_AT runs, or right before or behind its COMMIT.
const { DATABASE_URL, DATA_DIR, DIE_AT, FILES } = process.env;
let statements = 0;
const die = () => process.kill(process.pid, 'SIGKILL');

const dying = (session) => {
  const counted =
    (run) =>
    (...values) => {
      statements += 1;
      const answer = run(...values);
      if (String(statements) === DIE_AT) setImmediate(die);
      return answer;
    };
  return {
    query: counted((...values) => session.query(...values)),
    exec: counted((...values) => session.exec(...values)),
    append: counted((...values) => session.append(...values)),
    transaction: async (work) => {
      const result = await session.transaction(async (inside) => {
        const done = await work(dying(inside));
        if (DIE_AT === 'before the commit') die();
        return done;
      });
      if (DIE_AT === 'behind the commit') die();
      return result;
    },
  };
};

const database = await openDatabase({ databaseUrl: DATABASE_URL ?? null, dataDir: DATA_DIR });
const silent = () => undefined;
const options = {
  dryRun: false,
  continueOnError: false,
  prune: false,
  report: silent,
  onError: (error) => process.stderr.write(JSON.stringify(error)),
};
const dyingDatabase = { ...database, session: (work) => database.session((session) => work(dying(session))) };
await importFiles(dyingDatabase, catalogueDefinitions, await findFiles([FILES], catalogueDefinitions), options);
await database.close();
process.stdout.write(`statements: ${statements}\n`);
