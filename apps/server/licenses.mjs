import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The licences of the packages that contain these files, as one text to distribute with the bundle. */
export async function licensesOf(files) {
  const folders = files.flatMap((path) => /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(path) ?? []);
  const texts = await Promise.all([...new Set(folders)].sort().map(licenseIn));
  return texts.join(`\n${'-'.repeat(80)}\n\n`);
}

async function licenseIn(folder) {
  const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const entries = await readdir(folder, { withFileTypes: true });
  const named = entries.filter((entry) => entry.isFile() && /^(?:licen[cs]e|notice|copying)/i.test(entry.name));
  const texts = await Promise.all(named.map((entry) => readFile(join(folder, entry.name), 'utf8')));
  return `${name} ${version}${license ? ` (${license})` : ''}\n${texts.map((text) => `\n${text.trim()}\n`).join('')}`;
}
