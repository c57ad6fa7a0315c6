import { pino } from 'pino';
import { openDatabase } from '@resource-catalogue/database';
import { readConfiguration } from '@resource-catalogue/program';
import { createApp } from '../../dist/create-app.js';
import { IdempotencyKeys } from '../../dist/idempotency/idempotency-keys.js';
import { HttpResponse } from '../../dist/response/send.js';

// The built service, which kills itself during its first write, at the moment named by DIE. Only tests run it.
const die = () => process.kill(process.pid, 'SIGKILL');

if (process.env.DIE === 'before the commit') {
  const keep = IdempotencyKeys.prototype.keep;
  IdempotencyKeys.prototype.keep = async function (...args) {
    await keep.apply(this, args);
    die();
    // Nothing may run before the signal arrives.
    await new Promise(() => undefined);
  };
}
if (process.env.DIE === 'before the response') {
  const send = HttpResponse.prototype.send;
  HttpResponse.prototype.send = function (response) {
    if (response.req.method === 'GET') return send.call(this, response);
    die();
    return new Promise(() => undefined);
  };
}

const configuration = readConfiguration(process.env);
const app = await createApp(configuration, await openDatabase(configuration), pino({ level: 'silent' }));
await app.listen(0, '127.0.0.1');
process.stdout.write(`listens at ${await app.getUrl()}\n`);
