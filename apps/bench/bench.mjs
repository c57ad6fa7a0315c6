import { surroundings } from './database.mjs';
import { readOptions } from './options.mjs';
import { Undo } from './undo.mjs';

const undo = new Undo();
const say = (text) => process.stderr.write(`${text}\n`);

try {
  const options = readOptions(process.argv.slice(2), process.env);
  if (options.help) console.log(options.help);
  else await run(options);
} catch (error) {
  say(error.message);
  process.exitCode = 1;
} finally {
  await undo.all();
}

async function run(options) {
  const where = await surroundings(options.databaseUrl);
  if (options.smoke) {
    const { smoke } = await import('./smoke/smoke.mjs');
    process.exitCode = await smoke(options, undo, say);
  }
  if (options.field) {
    const { measureField } = await import('./field/field.mjs');
    const { writeField } = await import('./reports/field.mjs');
    await writeField(await measureField(options, undo, say), where, options, say);
  }
  if (options.queries) {
    const { measureQueries } = await import('./queries/queries.mjs');
    const { writeQueries } = await import('./reports/queries.mjs');
    await writeQueries(await measureQueries(options, undo, say), where, options, say);
  }
  if (options.changes) {
    const { measureChanges } = await import('./changes/changes.mjs');
    const { writeChanges } = await import('./reports/changes.mjs');
    await writeChanges(await measureChanges(options, undo, say), where, options, say);
  }
  if (options.faults) {
    const { measureFaults } = await import('./faults/faults.mjs');
    const { writeFaults } = await import('./reports/faults.mjs');
    await writeFaults(await measureFaults(options, undo, say), where, options, say);
  }
  if (options.soak) {
    const { measureSoak } = await import('./soak/soak.mjs');
    const { writeSoak } = await import('./reports/soak.mjs');
    await writeSoak(await measureSoak(options, undo, say), where, options, say);
  }
  if (options.embedded) {
    const { measureEmbedded } = await import('./embedded/embedded.mjs');
    const { writeEmbedded } = await import('./reports/embedded.mjs');
    await writeEmbedded(await measureEmbedded(options, undo, say), options, say);
  }
  if (options.flame) {
    const { measureFlame } = await import('./flame/flame.mjs');
    const { writeFlame } = await import('./reports/flame.mjs');
    await writeFlame(await measureFlame(options, undo, say), options, say);
  }
  if (options.transfer) {
    const { measureTransfer } = await import('./transfer/transfer.mjs');
    const { writeTransfer } = await import('./reports/transfer.mjs');
    await writeTransfer(await measureTransfer(options, undo, say), where, options, say);
  }
}
