import { tmpdir } from 'node:os';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { catalogueDefinitions } from '@resource-catalogue/read';
import type { Database } from '@resource-catalogue/database';
import { CatalogueChanges, severalRows, type Step, steps } from '@resource-catalogue/server/testing/catalogue-changes';
import { databaseKinds } from '@resource-catalogue/database/testing/databases';
import { oneOfEach } from '@resource-catalogue/database/testing/one-of-each';
import { scratchDatabase } from '@resource-catalogue/database/testing/scratch-databases';
import { startOn, type TestService } from '@resource-catalogue/server/testing/service';
import { everyRow } from '@resource-catalogue/transfer/testing/transfer';
import { Mirror } from './mirror.js';
import { MirrorSource } from './mirror-source.js';
import { MirrorState } from './mirror-state.js';

const exhaustive = process.env['EXHAUSTIVE'] !== undefined;
/** The catalogue grows with each round, and so does the time of the next. */
const rounds = Math.min(4, Number(process.env['EXHAUSTIVE_ROUNDS'] ?? 1));

/** Small, so that a walk has many places where it can be torn. */
const rowsOfPage = exhaustive ? 2 : 5;

/** The steps that updated_at shows (SHAPE-7). */
const shown = steps.filter((step) => step !== 'renameGroup');

describe.each(databaseKinds)('a mirror on %s', (kind) => {
  let service: TestService;
  let database: Database;
  let changes: CatalogueChanges;
  let asked: string[];
  let altered: (body: string) => string;

  beforeAll(async () => {
    const small = await scratchDatabase(kind);
    await small.exec(oneOfEach + severalRows);
    service = await startOn({
      database: small,
      location: { dataDir: tmpdir(), databaseUrl: null },
      drop: () => small.close(),
    });
    changes = new CatalogueChanges(service);
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    asked = [];
    altered = (body) => body;
    database = await scratchDatabase(kind);
  });
  afterEach(() => database.close());

  /** What the source answers, which a test may alter. */
  const answered: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    asked.push(decodeURIComponent(request.url.slice(service.url.length)));
    const answer = await fetch(request);
    const body = altered(await answer.text());
    const headers = new Headers(answer.headers);
    headers.delete('content-encoding');
    headers.delete('content-length');
    return new Response(body, { status: answer.status, headers });
  };

  /** A mirror as it is after a start of the process. */
  async function mirroring<T>(work: (mirror: Mirror) => Promise<T>): Promise<T> {
    const options = { baseUrl: service.url, token: service.token, fetch: answered };
    const source = new MirrorSource(options, undefined, rowsOfPage);
    const state = new MirrorState(database.prisma);
    await state.begin(service.url, true);
    const definitions = catalogueDefinitions;
    return database.session((session) => work(new Mirror({ database, session, definitions, source, state })));
  }

  async function expectEqual(): Promise<void> {
    expect(await everyRow(database)).toEqual(await everyRow(service.database));
  }

  it('stores what refers to a row that came with old times behind the walk', async () => {
    let brought = false;
    const passed = () => asked.some((path) => path.startsWith('/api/v1/spaces?') && path.includes('sort=created_at'));
    const { leftOut, problems } = await mirroring((mirror) =>
      mirror.compare(async () => {
        if (brought || !passed()) return;
        brought = true;
        await changes.make('bringOld');
      }),
    );
    expect([brought, leftOut, problems]).toEqual([true, 0, []]);
    await expectEqual();
  });

  it('is equal to a source that changes between any two pages and rounds', async () => {
    const some = fc.sample(fc.constantFrom<Step>(...steps), 1000 * rounds);
    const next = (): Step => some.pop() ?? 'rename';
    const visible = fc.sample(fc.constantFrom(...shown), 1000);
    const torn = await mirroring((mirror) => mirror.compare(() => changes.make(visible.pop() ?? 'rename')));
    expect([torn.problems, torn.leftOut]).toEqual([[], 0]);
    await expectEqual();
    await mirroring((mirror) => mirror.follow());
    for (let round = 0; round < rounds; round += 1) {
      for (let step = 1; step <= 9; step += 1) {
        await changes.make(next());
        if (step % 3 === 0) await mirroring((mirror) => mirror.follow());
      }
      let pages = 0;
      await mirroring((mirror) =>
        mirror.compare(async () => {
          await changes.make(next());
          if ((pages += 1) % 20 === 0) await mirror.follow();
        }),
      );
    }
    const { leftOut } = await mirroring((mirror) => mirror.follow());
    // What updated_at does not show (SHAPE-7).
    await mirroring((mirror) => mirror.compare());
    await expectEqual();
    expect(leftOut).toBe(0);
  });

  it('has every change that updated_at shows with the next round, and asks for nothing else', async () => {
    await mirroring((mirror) => mirror.compare());
    for (const step of shown) {
      await changes.make(step);
      const { rows, leftOut } = await mirroring((mirror) => mirror.follow());
      expect([step, rows > 0, leftOut]).toEqual([step, true, 0]);
    }
    await expectEqual();
    asked = [];
    const quiet = await mirroring((mirror) => mirror.follow());
    expect([quiet.rows, quiet.lagMs]).toEqual([0, null]);
    expect(asked.filter((path) => !path.includes('filters[updated_at]'))).toEqual([]);
  });

  it('goes on with a broken walk from the page where it broke', async () => {
    let pages = 0;
    const broken = mirroring((mirror) =>
      mirror.compare(() => ((pages += 1) === 4 ? Promise.reject(new Error('killed')) : Promise.resolve())),
    );
    await expect(broken).rejects.toThrow('killed');
    expect((await everyRow(database))['spaces']).toEqual([]);
    await changes.make('rename');
    await mirroring((mirror) => mirror.compare());
    const walked = asked.filter((path) => path.includes('sort=created_at'));
    // The page that was read ahead when the walk broke is read again.
    expect(walked.length - new Set(walked).size).toBeLessThanOrEqual(1);
    await expectEqual();
  });

  it('leaves out what no catalogue can have, says which, and has it as soon as it is mended', async () => {
    altered = (body) => body.replaceAll('"state":"active"', '"state":"unheard_of"');
    const { leftOut, problems } = await mirroring((mirror) => mirror.compare());
    expect(leftOut).toBeGreaterThan(0);
    expect(problems[0]).toMatch(/^[a-z_]+ [0-9a-f-]{36} \/state must be one of /);
    expect((await everyRow(database))['categories']).toEqual((await everyRow(service.database))['categories']);
    altered = (body) => body;
    await mirroring((mirror) => mirror.follow());
    await expectEqual();
  });

  it('keeps its hands off a database that mirrors another server', async () => {
    await new MirrorState(database.prisma).begin('https://other.example.org', true);
    await expect(mirroring((mirror) => mirror.compare())).rejects.toThrow(
      /^This database mirrors https:\/\/other\.example\.org: /,
    );
  });
});
