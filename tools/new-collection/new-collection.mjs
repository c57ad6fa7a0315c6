import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import prettier from 'prettier';
import { byHand } from './by-hand.mjs';
import { editsOf } from './edits.mjs';
import { namesOf, Refusal } from './names.mjs';
import { filesOf } from './templates.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const usage = 'Call: npm run new-collection -- <name in the path, plural> [--singular <name of one>]';

function readCall() {
  try {
    const { positionals, values } = parseArgs({ allowPositionals: true, options: { singular: { type: 'string' } } });
    if (positionals.length === 1) return namesOf(positionals[0], values.singular);
  } catch (error) {
    if (error instanceof Refusal) throw error;
  }
  throw new Refusal(usage);
}

async function formatted(path, text) {
  const options = await prettier.resolveConfig(join(root, path));
  return prettier.format(text, { ...options, filepath: path });
}

/** All texts are made before one is written, so that a refusal leaves everything as it was. */
async function newTexts(names) {
  const texts = new Map();
  for (const [path, text] of Object.entries(filesOf(names))) {
    if (existsSync(join(root, path))) throw new Refusal(`${path} is there already: choose another name, or edit it.`);
    texts.set(path, await formatted(path, text.trimStart()));
  }
  for (const [path, edit] of Object.entries(editsOf(names))) {
    texts.set(path, await formatted(path, edit(await readFile(join(root, path), 'utf8'))));
  }
  return texts;
}

try {
  const names = readCall();
  for (const [path, text] of await newTexts(names)) {
    const verb = existsSync(join(root, path)) ? 'edited' : 'wrote ';
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
    console.log(`${verb} ${path}`);
  }
  console.log(`\n${byHand(names)}`);
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
