/** The rows of an answer, whoever gives it: a list in an envelope, a bare list, or one object. */
async function rowsOf(peer, path) {
  const response = await fetch(peer.base + path, { headers: peer.headers });
  if (!response.ok) throw new Error(`${peer.name} answered ${response.status} to ${path}: ${await response.text()}`);
  const body = await response.json();
  const rows = body.data ?? body;
  const list = Array.isArray(rows) ? rows : [rows];
  return peer.shown ? list.map(peer.shown) : list;
}

const idsIn = (rows) => (rows ?? []).map(({ id }) => id).toSorted();

/** What tells a row from another, and whether its embedded rows are there, too. */
const known = (row) => JSON.stringify([row.id, row.state, row.space?.id, idsIn(row.seats), idsIn(row.place_extras)]);

/** Whoever answers something else would be fast for no good reason. */
export async function compareAnswers(peers, { instants, bookings }) {
  const questions = [
    ...instants.slice(0, 5).map((instant) => (peer) => peer.list(instant)),
    ...bookings.slice(0, 5).map((booking) => (peer) => peer.get(booking)),
    (peer) => peer.places?.(),
  ];
  for (const question of questions) {
    const asked = peers.filter((peer) => question(peer) !== undefined);
    const [ours, ...others] = await Promise.all(asked.map((peer) => rowsOf(peer, question(peer))));
    const expected = ours.map(known).join('\n');
    const other = others.findIndex((rows) => rows.map(known).join('\n') !== expected);
    if (other >= 0) throw new Error(`${asked[other + 1].name} does not answer the same rows as ${asked[0].name}.`);
  }
}

/** The entity tags of answers, with which they are asked for again. */
export async function withEntityTags(peer, requests) {
  const tagged = [];
  for (const { path } of requests) {
    const response = await fetch(peer.base + path, { headers: peer.headers });
    const etag = response.headers.get('etag');
    await response.arrayBuffer();
    tagged.push({ path, etag });
  }
  const { path, etag } = tagged[0];
  const again = await fetch(peer.base + path, { headers: { ...peer.headers, 'If-None-Match': etag } });
  if (again.status !== 304) throw new Error(`${peer.name} answered ${again.status} instead of 304.`);
  return tagged;
}
