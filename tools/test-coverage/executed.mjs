import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { mergeProcessCovs } from '@bcoe/v8-coverage';
import coverage from 'istanbul-lib-coverage';
import toIstanbul from 'v8-to-istanbul';
import { load } from '../typescript-hooks.mjs';
import { root } from '../workspace.mjs';

/** Written by us, and neither a test nor generated. */
const isSource = (path) =>
  /\.ts$/.test(path) && !/(?:\.spec|\.d)\.ts$|(?:^|\/)(?:test|dist|node_modules|generated)\//.test(path);

/** What sets the fields of a class is no code of ours; where nobody makes one, their decorators would count as not run. */
const isWritten = ({ functionName }) => functionName !== '<instance_members_initializer>';

/** What the processes of a run have executed of the sources of this workspace. */
export class Executed {
  constructor(scripts) {
    this.scripts = new Map(scripts.map((script) => [pathOf(script.url), script]));
  }

  /** From the files that Node writes into the folder that NODE_V8_COVERAGE names. */
  static in(folder) {
    const processes = readdirSync(folder).map((name) => {
      const { result } = JSON.parse(readFileSync(join(folder, name), 'utf8'));
      return { result: result.filter(({ url }) => url.startsWith('file:') && isSource(pathOf(url))) };
    });
    return new Executed(mergeProcessCovs(processes).result);
  }

  /** Of every source below a folder, also of those that no test has loaded. */
  async below(folder) {
    const map = coverage.createCoverageMap({});
    for (const path of readdirSync(join(root, folder), { recursive: true }).filter(isSource))
      map.merge(await this.of(join(folder, path)));
    return map;
  }

  /** As V8 saw it: the code into which the hooks compile a source, whose map leads back to its lines. */
  async of(path) {
    const file = join(root, path);
    const { source } = await load(pathToFileURL(file).href);
    // Types alone become nothing, which need not run.
    if (/^export\s*\{\s*\};?\s*(?:\/\/.*\s*)?$/.test(source)) return {};
    const whole = { startOffset: 0, endOffset: source.length, count: 0 };
    const nothing = [{ functionName: '', isBlockCoverage: true, ranges: [whole] }];
    const converter = toIstanbul(file, 0, { source });
    await converter.load();
    converter.applyCoverage(this.scripts.get(path)?.functions.filter(isWritten) ?? nothing);
    return converter.toIstanbul();
  }
}

function pathOf(url) {
  return relative(root, fileURLToPath(url.split('?')[0]));
}
