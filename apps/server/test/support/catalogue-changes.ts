import { objectOf, textOf } from '@resource-catalogue/testing/json';
import type { TestService } from './service.js';

/** What can happen to a catalogue while another one follows it. */
export const steps = [
  'rename',
  'renameGroup',
  'rebook',
  'exchangeSlugs',
  'join',
  'bringOld',
  'publish',
  'remove',
  'showLate',
] as const;

/** What the steps need beside one row of each table. */
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

export type Step = (typeof steps)[number];

const moved = `updated_at = greatest(now(), updated_at + interval '1 ms')`;

/** Changes the catalogue of a service step by step, each time another row. */
export class CatalogueChanges {
  private made = 0;

  constructor(private readonly service: TestService) {}

  make(step: Step): Promise<void> {
    this.made += 1;
    return this[step]();
  }

  private rename(): Promise<void> {
    return this.sql(`UPDATE machines SET name = 'Machine ${this.made}', ${moved} WHERE id = ${this.one('machines')}`);
  }

  /** No row that shows the group is newer for it (SHAPE-7). */
  private renameGroup(): Promise<void> {
    return this.sql(`UPDATE groups SET name = 'Group ${this.made}' WHERE id = ${this.one('groups')}`);
  }

  /** The time that one booking gives back is taken by another. */
  private rebook(): Promise<void> {
    return this.sql(`WITH old AS (
        UPDATE bookings SET state = 'canceled', canceled_at = now(), ${moved}
        WHERE id = ${this.one('bookings', `WHERE state = 'confirmed' AND machine_unit_id IS NOT NULL AND member_id IS NOT NULL`)}
        RETURNING member_id, group_id, space_id, machine_unit_id, starts_at, ends_at, slots
      ) INSERT INTO bookings (id, state, member_id, group_id, space_id, machine_unit_id, starts_at, ends_at, slots)
        SELECT ${this.id(1)}, 'confirmed', * FROM old`);
  }

  private async exchangeSlugs(): Promise<void> {
    const [one, other] = [this.one('places'), this.one('places', '', 1)];
    const free = `moving-${this.made}`;
    await this.sql(`BEGIN;
      CREATE TEMP TABLE exchanged ON COMMIT DROP AS SELECT ${one} AS one, ${other} AS other,
        (SELECT slug FROM places WHERE id = ${one}) AS slug, (SELECT slug FROM places WHERE id = ${other}) AS other_slug;
      UPDATE places SET slug = '${free}', ${moved} FROM exchanged WHERE id = one;
      UPDATE places SET slug = exchanged.slug, ${moved} FROM exchanged WHERE id = other;
      UPDATE places SET slug = other_slug FROM exchanged WHERE id = one;
      COMMIT`);
  }

  /** Three new rows that lead to each other, the last of them by a write of the interface. */
  private async join(): Promise<void> {
    const member = this.id(2);
    await this.sql(`
      INSERT INTO members (id, number, space_id, first_name, last_name, locale, state, joined_at)
        VALUES (${member}, 'N-${this.made}', ${this.one('spaces')}, 'Ada', 'Number ${this.made}', 'en', 'active', now());
      INSERT INTO users (id, email, first_name, last_name, role, state, locale, member_id)
        VALUES (${this.id(3)}, 'ada-${this.made}@example.org', 'Ada', 'Number', 'member', 'active', 'en', ${member})`);
    await this.write('POST', '', { name: `Stool ${this.made}`, author_id: member.slice(1, -1) });
  }

  /** A new row with old times, as an import brings it, and one that refers to it from now on. */
  private bringOld(): Promise<void> {
    const space = this.id(4);
    return this.sql(`
      INSERT INTO spaces (id, slug, name, time_zone, created_at, updated_at)
        VALUES (${space}, 'old-${this.made}', 'Old ${this.made}', 'Europe/Paris', '2020-01-01', '2020-01-01');
      UPDATE machines SET space_id = ${space}, ${moved} WHERE id = ${this.one('machines')}`);
  }

  private async publish(): Promise<void> {
    const { text } = await this.service.request('/api/v1/projects?filters[soft_deleted][eq]=false&limit=1');
    const [project] = Object.values(objectOf(JSON.parse(text))).flat();
    const tags = [`tag ${this.made}`];
    await this.write('PATCH', `/${textOf(objectOf(project)['id'])}`, { tags, description: `*${this.made}*` });
  }

  /** Or brings back what was removed. */
  private remove(): Promise<void> {
    return this.sql(`UPDATE trainings SET ${moved},
      soft_deleted_at = CASE WHEN soft_deleted_at IS NULL THEN greatest(now(), created_at) END WHERE id = ${this.one('trainings')}`);
  }

  /** A change that was made half a minute ago, and shows only now. */
  private showLate(): Promise<void> {
    return this.sql(`UPDATE plans SET name = 'Plan ${this.made}', updated_at = now() - interval '30 s' + ${this.made} * interval '1 ms'
      WHERE id = ${this.one('plans')}`);
  }

  /** The id of some row, in SQL. */
  private one(table: string, where = '', next = 0): string {
    return `(SELECT id FROM (SELECT id, row_number() OVER (ORDER BY id) - 1 AS at, count(*) OVER () AS all FROM ${table} ${where}) r
      WHERE at = ${this.made + next} % r.all)`;
  }

  /** A new id, in SQL. */
  private id(kind: number): string {
    return `'0198c1bb-b4b8-73b${kind}-840b-${String(this.made).padStart(12, '0')}'`;
  }

  private sql(script: string): Promise<void> {
    return this.service.database.exec(script);
  }

  private async write(method: string, path: string, body: object): Promise<void> {
    const headers = { 'content-type': 'application/json' };
    const answer = await this.service.request(`/api/v1/projects${path}`, {
      method,
      headers,
      body: JSON.stringify(body),
    });
    if (answer.status >= 300) throw new Error(`${method} ${path} was answered with ${answer.text}`);
  }
}
