import { asObject, asText } from '@resource-catalogue/testing/json';
import type { Source } from './mirroring.js';

/** The rows that the steps need in addition to one row of each table. */
export const severalRows = ['places', 'trainings', 'machines']
  .map(
    (table) => `
      CREATE TEMP TABLE more AS SELECT t.*, n FROM ${table} t, generate_series(1, 9) n;
      UPDATE more SET id = ('0198c1bb-b4b8-73b9-840b-' || lpad(n::text, 12, '0'))::uuid, slug = slug || n,
        created_at = created_at - n * interval '1 h';
      ALTER TABLE more DROP COLUMN n;
      INSERT INTO ${table} SELECT * FROM more;
      DROP TABLE more;`,
  )
  .concat(`UPDATE plans SET created_at = '2026-01-01', updated_at = '2026-01-01'`)
  .join('');

const moved = `updated_at = greatest(now(), updated_at + interval '1 ms')`;

/** SQL for the id of a row of the table; consecutive numbers give different rows. */
const rowOf = (table: string, number: number, where = ''): string =>
  `(SELECT id FROM (SELECT id, row_number() OVER (ORDER BY id) - 1 AS at, count(*) OVER () AS all FROM ${table} ${where}) r
    WHERE at = ${number} % r.all)`;

/** SQL for a new id. */
const newId = (kind: number, number: number): string =>
  `'0198c1bb-b4b8-73b${kind}-840b-${String(number).padStart(12, '0')}'`;

/** Changes of a catalogue while another one follows it, as SQL for the number of the change. */
const changes = {
  rename: (n: number) => `UPDATE machines SET name = 'Machine ${n}', ${moved} WHERE id = ${rowOf('machines', n)}`,
  /** Does not change `updated_at` of the rows that contain the group (SHAPE-7). */
  renameGroup: (n: number) => `UPDATE groups SET name = 'Group ${n}' WHERE id = ${rowOf('groups', n)}`,
  /** Cancels a booking, and books its time again. */
  rebook: (n: number) => `WITH old AS (
      UPDATE bookings SET state = 'canceled', canceled_at = now(), ${moved}
      WHERE id = ${rowOf('bookings', n, `WHERE state = 'confirmed' AND machine_unit_id IS NOT NULL AND member_id IS NOT NULL`)}
      RETURNING member_id, group_id, space_id, machine_unit_id, starts_at, ends_at, slots
    ) INSERT INTO bookings (id, state, member_id, group_id, space_id, machine_unit_id, starts_at, ends_at, slots)
      SELECT ${newId(1, n)}, 'confirmed', * FROM old`,
  exchangeSlugs: (n: number) => {
    const [one, other] = [rowOf('places', n), rowOf('places', n + 1)];
    return `BEGIN;
      CREATE TEMP TABLE exchanged ON COMMIT DROP AS SELECT ${one} AS one, ${other} AS other,
        (SELECT slug FROM places WHERE id = ${one}) AS slug, (SELECT slug FROM places WHERE id = ${other}) AS other_slug;
      UPDATE places SET slug = 'moving-${n}', ${moved} FROM exchanged WHERE id = one;
      UPDATE places SET slug = exchanged.slug, ${moved} FROM exchanged WHERE id = other;
      UPDATE places SET slug = other_slug FROM exchanged WHERE id = one;
      COMMIT`;
  },
  /** Adds a member, a user that refers to it and, through the API, a project of that user. */
  join: (n: number) => `
    INSERT INTO members (id, number, space_id, first_name, last_name, locale, state, joined_at)
      VALUES (${newId(2, n)}, 'N-${n}', ${rowOf('spaces', n)}, 'Ada', 'Number ${n}', 'en', 'active', now());
    INSERT INTO users (id, email, first_name, last_name, role, state, locale, member_id)
      VALUES (${newId(3, n)}, 'ada-${n}@example.org', 'Ada', 'Number', 'member', 'active', 'en', ${newId(2, n)})`,
  /** Adds a row with old times, as an import would, and changes another row to refer to it. */
  bringOld: (n: number) => `
    INSERT INTO spaces (id, slug, name, time_zone, created_at, updated_at)
      VALUES (${newId(4, n)}, 'old-${n}', 'Old ${n}', 'Europe/Paris', '2020-01-01', '2020-01-01');
    UPDATE machines SET space_id = ${newId(4, n)}, ${moved} WHERE id = ${rowOf('machines', n)}`,
  publish: () => '',
  /** Soft-deletes a row, or restores it. */
  remove: (n: number) => `UPDATE trainings SET ${moved},
    soft_deleted_at = CASE WHEN soft_deleted_at IS NULL THEN greatest(now(), created_at) END WHERE id = ${rowOf('trainings', n)}`,
  /** A change made half a minute ago that becomes visible only now. */
  showLate: (
    n: number,
  ) => `UPDATE plans SET name = 'Plan ${n}', updated_at = now() - interval '30 s' + ${n} * interval '1 ms'
    WHERE id = ${rowOf('plans', n)}`,
};

export type Step = keyof typeof changes;

export const steps = Object.keys(changes) as Step[];

/** Changes the catalogue of a service, a different row in each step. */
export class CatalogueChanges {
  private made = 0;

  constructor(private readonly service: Source) {}

  async make(step: Step): Promise<void> {
    const number = (this.made += 1);
    await this.service.database.exec(changes[step](number));
    if (step === 'join')
      await this.write('POST', '', { name: `Stool ${number}`, author_id: newId(2, number).slice(1, -1) });
    if (step === 'publish') await this.publish(number);
  }

  private async publish(number: number): Promise<void> {
    const { text } = await this.service.request('/api/v1/projects?filters[soft_deleted][eq]=false&limit=1');
    const [project] = Object.values(asObject(JSON.parse(text))).flat();
    const body = { tags: [`tag ${number}`], description: `*${number}*` };
    await this.write('PATCH', `/${asText(asObject(project)['id'])}`, body);
  }

  private async write(method: string, path: string, body: object): Promise<void> {
    const headers = { 'content-type': 'application/json' };
    const request = { method, headers, body: JSON.stringify(body) };
    const { status, text } = await this.service.request(`/api/v1/projects${path}`, request);
    if (status >= 300) throw new Error(`${method} ${path} failed: ${text}`);
  }
}
