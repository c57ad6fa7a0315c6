import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

const maps = new Map();

/** The map of a bundled file to the sources that it was made of. */
function mapOf(url) {
  if (!maps.has(url)) {
    const file = url.startsWith('file:') ? `${fileURLToPath(url)}.map` : '';
    maps.set(url, existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, 'utf8'))) : null);
  }
  return maps.get(url);
}

/** Where a function was written: a file of the workspace, a package, a module of Node, or V8 itself. */
function originOf({ url, lineNumber, columnNumber }) {
  const { originalSource } = mapOf(url)?.findEntry(lineNumber, columnNumber) ?? {};
  const source = originalSource ? new URL(originalSource, url).href : url;
  const inPackage = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1];
  if (inPackage) return inPackage;
  return /\/((?:apps|libs|prisma)\/.*?)\.[jt]s$/.exec(source)?.[1]?.replace('/dist/', '/src/') ?? source;
}

/** What is no work of the process. */
const idle = new Set(['(idle)', '(program)']);

/** A profile's samples between two times as one tree: each node with its microseconds and those of what it called. */
export function stacksOf({ nodes, samples, timeDeltas, startTime }, { from, until }) {
  const own = new Map();
  let time = startTime;
  samples.forEach((id, index) => {
    time += timeDeltas[index];
    if (time >= from && time < until) own.set(id, (own.get(id) ?? 0) + timeDeltas[index]);
  });
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const merge = (into, { callFrame, children = [], id }) => {
    if (idle.has(callFrame.functionName)) return 0;
    const origin = originOf(callFrame);
    const name = callFrame.functionName || '(anonymous)';
    const key = `${name} ${origin}`;
    const node = into.children.get(key) ?? { name, origin, time: 0, children: new Map() };
    const taken = children.reduce((sum, child) => sum + merge(node, byId.get(child)), own.get(id) ?? 0);
    node.time += taken;
    if (taken > 0) into.children.set(key, node);
    return taken;
  };
  const root = { name: 'all', origin: '', time: 0, children: new Map() };
  for (const child of nodes[0].children ?? []) root.time += merge(root, byId.get(child));
  return root;
}
