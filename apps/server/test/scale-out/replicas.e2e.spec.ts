import { expect, it } from '@jest/globals';
import { connectPostgres, databaseTimeouts } from '@resource-catalogue/database';
import { asText, valuesAt } from '@resource-catalogue/testing/json';
import { lineTo } from '@resource-catalogue/testing/line';
import { until } from '@resource-catalogue/testing/until';
import { Writer } from '../projects/support/writer.js';
import { PostgresCluster, postgresPrograms } from '../support/postgres-cluster.js';
import { newToken, startInstance } from '../support/service.js';

// libs/database tests replicas that lag, end or hang.
if (postgresPrograms !== null)
  it('a promoted replica is not read as a replica, and is used when the name of the primary moves to it', async () => {
    const primary = await PostgresCluster.primary();
    const direct = await connectPostgres(primary.url('catalogue'));
    const { token } = await newToken(direct);
    await direct.close();
    const standby = await primary.standby();
    const { line, url } = await lineTo(primary.url('catalogue'));
    const lines: string[] = [];
    const replicas = { urls: [standby.url('catalogue')], lag: 3_600_000, report: (text: string) => lines.push(text) };
    const database = await connectPostgres(url, databaseTimeouts, { replicas });
    const service = await startInstance(database, token);
    try {
      const [space = {}] = await primary.query('catalogue', 'SELECT id FROM spaces LIMIT 1');
      const write = (to: string, server: PostgresCluster) =>
        server.query('catalogue', `UPDATE spaces SET name = '${to}' WHERE id = '${asText(space['id'])}'`);
      const shown = async () => {
        const { status, text } = await service.request(`/api/v1/spaces/${asText(space['id'])}`);
        return status === 200 ? valuesAt(JSON.parse(text), 'data.name')[0] : status;
      };
      await write('read from the replica', primary);
      await until(async () => (await shown()) === 'read from the replica');
      await standby.query('catalogue', 'SELECT pg_wal_replay_pause()');
      await write('not replayed', primary);
      expect(await shown()).toBe('read from the replica');
      // A new project is read from the primary.
      const writer = await Writer.to({ url: service.url, token });
      expect((await writer.get((await writer.make())['id'])).status).toBe(200);

      await standby.query('catalogue', 'SELECT pg_wal_replay_resume()');
      await standby.promote();
      await until(() => lines.at(-1)?.endsWith(' is not used: it is not a replica, or no longer one.') === true);
      await write('primary alone', primary);
      expect(await shown()).toBe('primary alone');
      await primary.stop();
      line.moveTo(standby.port);
      await write('moved', standby);
      await until(async () => (await shown()) === 'moved');
      await writer.make();
    } finally {
      await service.close();
      await database.close();
      await line.close();
      await Promise.all([primary.remove(), standby.remove()]);
    }
  });
