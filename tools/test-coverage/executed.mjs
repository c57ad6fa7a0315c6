import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { mergeProcessCovs } from '@bcoe/v8-coverage';
import coverage from 'istanbul-lib-coverage';
import toIstanbul from 'v8-to-istanbul';
import { load } from '../typescript-hooks.mjs';
import { root } from '../workspace.mjs';

/** Hand-written code: neither tests nor generated. */
const isSource = (path) =>
  /\.ts$/.test(path) && !/(?:\.spec|\.d)\.ts$|(?:^|\/)(?:test|dist|node_modules|generated)\//.test(path);

/**
 * Excludes generated field initialisers, which would count the decorators of classes without instances as not
 * executed.
 */
const isWritten = ({ functionName }) => functionName !== '<instance_members_initializer>';

/** The coverage of this workspace's sources by all processes of a run. */
export class Executed {
  constructor(scripts) {
    this.scripts = new Map(scripts.map((script) => [pathOf(script.url), script]));
  }

  /** Reads the files that Node writes to the directory in NODE_V8_COVERAGE. */
  static in(folder) {
    const processes = readdirSync(folder).map((name) => {
      const { result } = JSON.parse(readFileSync(join(folder, name), 'utf8'));
      return { result: result.filter(({ url }) => url.startsWith('file:') && isSource(pathOf(url))) };
    });
    return new Executed(mergeProcessCovs(processes).result);
  }

  /** Covers every source below a directory, including those that no test loaded. */
  async below(folder) {
    const map = coverage.createCoverageMap({});
    for (const path of readdirSync(join(root, folder), { recursive: true }).filter(isSource))
      map.merge(await this.of(join(folder, path)));
    return map;
  }

  /** V8 sees the compiled source; its source map leads back to the original lines. */
  async of(path) {
    const file = join(root, path);
    const { source } = await load(pathToFileURL(file).href);
    // Files with only types compile to nothing.
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
