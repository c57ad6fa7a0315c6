import { withDatabase } from '@resource-catalogue/database';
import { exitWith } from '@resource-catalogue/program';
import { catalogueProgram } from '../../dist/program.js';

// The commands, with an import that suspends itself while the last statement before its COMMIT runs.
const suspending = (session) => ({
  query: (...values) => session.query(...values),
  exec: (...values) => session.exec(...values),
  append: (...values) => session.append(...values),
  transaction: (work) =>
    session.transaction(async (inside) => {
      const result = await work(inside);
      const answer = inside.query({ text: 'SELECT 1' });
      process.nextTick(() => {
        process.stdout.write('suspended\n');
        process.kill(process.pid, 'SIGSTOP');
      });
      await answer;
      return result;
    }),
});
const program = catalogueProgram((work) =>
  withDatabase((database) =>
    work({ ...database, session: (inside) => database.session((session) => inside(suspending(session))) }),
  ),
);
program.parseAsync().catch(exitWith);
