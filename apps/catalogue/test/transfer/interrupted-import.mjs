import { withDatabase } from '@resource-catalogue/database';
import { exitWith } from '@resource-catalogue/program';
import { catalogueProgram } from '../../dist/program.js';

// The commands, with an import that is killed right before or after its COMMIT, or suspended in the statement before
// it.
const { INTERRUPT } = process.env;
const kill = () => process.kill(process.pid, 'SIGKILL');
const suspend = () => {
  process.stdout.write('suspended\n');
  process.kill(process.pid, 'SIGSTOP');
};

const interrupted = (session) => ({
  query: (...values) => session.query(...values),
  exec: (...values) => session.exec(...values),
  append: (...values) => session.append(...values),
  transaction: async (work) => {
    const result = await session.transaction(async (inside) => {
      const done = await work(inside);
      if (INTERRUPT === 'before') kill();
      const last = inside.query({ text: 'SELECT 1' });
      if (INTERRUPT === 'suspend') process.nextTick(suspend);
      await last;
      return done;
    });
    if (INTERRUPT === 'after') kill();
    return result;
  },
});

const program = catalogueProgram((work) =>
  withDatabase((database) =>
    work({ ...database, session: (inside) => database.session((session) => inside(interrupted(session))) }),
  ),
);
program.parseAsync().catch(exitWith);
