import { pino } from 'pino';
import { createApp } from '../../../dist/create-app.js';
import { openDatabase } from '../../../dist/database/open-database.js';
import { CatalogueAdapter } from '../../../dist/http/catalogue-adapter.js';
import { IdempotencyKeys } from '../../../dist/http/idempotency-keys.js';
import { Changed, Created } from '../../../dist/http/written.js';
import { readSettings } from '../../../dist/settings/settings.js';

// The built service, which kills itself at the worst moment of the first write: DIE says which. Only tests run it.
const die = () => process.kill(process.pid, 'SIGKILL');

if (process.env.DIE === 'before the commit') {
  const keep = IdempotencyKeys.prototype.keep;
  IdempotencyKeys.prototype.keep = async function (...args) {
    await keep.apply(this, args);
    die();
    // Nothing may follow before the signal arrives.
    await new Promise(() => undefined);
  };
}
if (process.env.DIE === 'before the answer') {
  const reply = CatalogueAdapter.prototype.reply;
  CatalogueAdapter.prototype.reply = function (response, body, status) {
    if (!(body instanceof Created || body instanceof Changed)) return reply.call(this, response, body, status);
    die();
    return new Promise(() => undefined);
  };
}

const settings = readSettings(process.env);
const app = await createApp(settings, await openDatabase(settings), pino({ level: 'silent' }));
await app.listen(0, '127.0.0.1');
process.stdout.write(`listens at ${await app.getUrl()}\n`);
