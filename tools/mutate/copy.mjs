import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { root } from '../workspace.mjs';

const own = '@resource-catalogue';
const leftOut = ['.git', '.nx/cache', '.nx/test-results', '.nx/workspace-data', '.data', 'node_modules'];

/** A copy of the built workspace for changed sources; it uses the packages installed here. */
export class WorkspaceCopy {
  constructor() {
    this.folder = mkdtempSync(join(tmpdir(), 'catalogue-mutants-'));
    cpSync(root, this.folder, { recursive: true, filter: (source) => !leftOut.includes(relative(root, source)) });
    mkdirSync(join(this.folder, 'node_modules', own), { recursive: true });
    for (const entry of readdirSync(join(root, 'node_modules')))
      if (entry !== own) symlinkSync(join(root, 'node_modules', entry), join(this.folder, 'node_modules', entry));
    // The links to the projects are relative, so they resolve to the copy.
    cpSync(join(root, 'node_modules', own), join(this.folder, 'node_modules', own), {
      recursive: true,
      verbatimSymlinks: true,
    });
  }

  /** Makes one change and returns a function that undoes it. */
  change({ id, file, from, to }) {
    const path = join(this.folder, file);
    const text = readFileSync(path, 'utf8');
    if (text.split(from).length !== 2)
      throw new Error(`${id}: the text to change must occur exactly once in ${file}: ${from}`);
    writeFileSync(
      path,
      text.replace(from, () => to),
    );
    return () => writeFileSync(path, text);
  }

  remove() {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
