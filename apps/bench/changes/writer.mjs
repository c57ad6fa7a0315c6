import { connected } from '../database.mjs';

/** Projects that are written each second, evenly. */
const writesASecond = 100;

/** Writes of one project wait for each other. */
const projects = 10;

/** The ids of projects that are made for the run, and taken away after it. */
export async function projectsToWrite(peer, databaseUrl, undo) {
  const { rows } = await connected(databaseUrl, (client) =>
    client.query('SELECT id FROM members WHERE soft_deleted_at IS NULL ORDER BY id LIMIT 1'),
  );
  const ids = [];
  undo.add(() =>
    connected(databaseUrl, (client) => client.query('DELETE FROM projects WHERE id = ANY ($1::uuid[])', [ids])),
  );
  for (let number = 1; number <= projects; number += 1) {
    const body = { name: `Written by the bench ${number}`, author_id: rows[0].id };
    ids.push((await answerTo(peer, '/api/v1/projects', 'POST', body)).data.id);
  }
  return ids;
}

/** Changes the state of a unit each second, so that it is as before, and a hundred projects, through any server. */
export class Writer {
  written = 0;
  #begun = 0;
  #timers = [];
  #pending = new Set();
  #failure;

  constructor(peer, databaseUrl, ids) {
    this.peer = peer;
    this.databaseUrl = databaseUrl;
    this.ids = ids;
  }

  start() {
    const project = () => this.#begin(this.#writeProject());
    const unit = () => this.#begin(this.#changeUnit());
    this.#timers = [setInterval(project, 1000 / writesASecond), setInterval(unit, 1000)];
  }

  async stop() {
    for (const timer of this.#timers) clearInterval(timer);
    await Promise.all(this.#pending);
    if (this.#failure) throw this.#failure;
  }

  #begin(work) {
    const settled = work.catch((error) => (this.#failure ??= error)).finally(() => this.#pending.delete(settled));
    this.#pending.add(settled);
  }

  async #writeProject() {
    const number = this.#begun++;
    const path = `/api/v1/projects/${this.ids[number % this.ids.length]}`;
    // Where more is written than this machine can do, some are refused: what was written is what counts.
    const answer = await answerTo(this.peer, path, 'PATCH', { summary: `Change ${number}` }, [200, 503]);
    if (answer.data) this.written += 1;
  }

  /** Twice, so that it has the state that it had. */
  #changeUnit() {
    const change = `UPDATE machine_units SET state = CASE state WHEN 'available' THEN 'maintenance' ELSE 'available' END::unit_state
      WHERE id = (SELECT id FROM machine_units WHERE state IN ('available', 'maintenance') ORDER BY id LIMIT 1)`;
    return connected(this.databaseUrl, async (client) => {
      await client.query(change);
      await client.query(change);
    });
  }
}

async function answerTo({ base, headers }, path, method, body, statuses = [201]) {
  const response = await fetch(base + path, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (!statuses.includes(response.status))
    throw new Error(`${method} ${path} was answered with ${response.status}: ${JSON.stringify(answer)}`);
  return answer;
}
