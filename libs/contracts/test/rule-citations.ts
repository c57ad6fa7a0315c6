import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const workspace = fileURLToPath(new URL('../../..', import.meta.url));
const sourceFolders = ['apps', 'libs', 'prisma', 'tools', 'docs'];
const builtFolders = new Set(['node_modules', 'dist', 'out-tsc', 'coverage', 'generated', '.nx', '.data']);
const sourceFile = /\.(?:[cm]?[jt]s|json|md|prisma|sql|ya?ml|html)$/;
const ruleId = /\b(?:SHAPE|LIST|PAGE|FILT|SORT|GET|AUTH|ERR|RATE|HTTP|VER|EVENT|STATE|WRITE)-\d+\b/g;

function filesBelow(folder: string): string[] {
  return readdirSync(join(workspace, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return builtFolders.has(entry.name) ? [] : filesBelow(path);
    return entry.isFile() && sourceFile.test(entry.name) ? [path] : [];
  });
}

/** A place of the workspace that names a rule. */
export interface Citation {
  readonly file: string;
  readonly rule: string;
}

/** Every rule id that is named in the sources and documents of the workspace. */
export function ruleCitations(): Citation[] {
  return sourceFolders.flatMap(filesBelow).flatMap((file) => {
    const text = readFileSync(join(workspace, file), 'utf8');
    return [...text.matchAll(ruleId)].map(([rule]) => ({ file, rule }));
  });
}
