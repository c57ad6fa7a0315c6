import pg from 'pg';
import { load, rowsOf } from './load.mjs';
import { peers } from './peers.mjs';

// Pages of 100 bookings by each peer in turn, on the same tables, in one run: compare the ratios, not the machine.
const databaseUrl = process.env.DATABASE_URL;
if (!databaseUrl) {
  console.error('Set DATABASE_URL to a PostgreSQL database with demo data: npm run catalogue -- seed --scale 1000000');
  process.exit(1);
}
const seconds = Number(process.env.BENCH_SECONDS ?? 5);
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);

const instants = await startsOfPages();
const running = [];
try {
  for (const peer of peers) running.push({ name: peer.name, ...(await peer.start(databaseUrl)) });
  await compareAnswers();
  for (const callers of [1, 16]) {
    const results = running.map(() => []);
    for (let round = 0; round < rounds; round += 1) {
      for (const [index, { url, headers }] of running.entries()) {
        const urls = instants.map(url);
        await load({ urls, headers, callers, seconds: 1 });
        results[index].push(await load({ urls, headers, callers, seconds }));
      }
    }
    report(callers, results);
  }
} finally {
  for (const { stop } of running) stop();
}

/** Instants all over the table, so that no peer answers from one warm corner. */
async function startsOfPages() {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query(
    `SELECT to_char(starts_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS instant
     FROM bookings TABLESAMPLE SYSTEM (10) ORDER BY md5(id::text) LIMIT 200`,
  );
  await client.end();
  if (rows.length === 0) throw new Error('There are no bookings: fill the database with npm run catalogue -- seed.');
  return rows.map(({ instant }) => instant);
}

/** A peer that answers something else would be fast for no good reason. */
async function compareAnswers() {
  for (const instant of instants.slice(0, 3)) {
    const [ours, ...others] = await Promise.all(running.map(({ url, headers }) => rowsOf(url(instant), headers)));
    for (const rows of others) {
      const same = rows.length === ours.length && rows.every(({ id }, index) => id === ours[index].id);
      if (!same) throw new Error('The peers do not answer the same page.');
    }
  }
}

function report(callers, results) {
  console.log(`\n${callers} caller${callers > 1 ? 's' : ''}, ${rounds} rounds of ${seconds} s, median of the rounds`);
  const median = (values) => values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)];
  const rates = results.map((list) => median(list.map(({ pagesPerSecond }) => pagesPerSecond)));
  for (const [index, list] of results.entries()) {
    const figure = (key, digits = 1) =>
      median(list.map((result) => result[key]))
        .toFixed(digits)
        .padStart(8);
    console.log(
      `${running[index].name.padEnd(24)}${rates[index].toFixed(0).padStart(7)} pages/s  p50 ${figure('p50')} ms  p99 ${figure('p99')} ms  ` +
        `${figure('bytesPerPage', 0)} bytes  ${(rates[index] / rates[1]).toFixed(2).padStart(6)} × PostgREST`,
    );
  }
}
