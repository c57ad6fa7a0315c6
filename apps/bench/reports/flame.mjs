import { writeReport } from './markdown.mjs';

const width = 1200;
const height = 16;
const top = 40;

/** Narrower ones could not be seen, and there are thousands of them. */
const narrowest = 1.5;

/** A colour for each layer, so that a glance tells what is ours. */
const layers = [
  ['this service', /^(apps|libs|prisma)\//, '#f4a259'],
  ['Nest, Express, RxJS', /^(@nestjs|express|router|rxjs|finalhandler|cors)/, '#5b8e7d'],
  ['pg', /^pg/, '#8cb369'],
  ['Node', /^node:/, '#a3b4c8'],
  ['the rest, V8 and its searches for garbage', /(?:)/, '#d5d9df'],
];

/** Each function as wide as the time that it took, below its caller. */
export async function writeFlame(graphs, { out }, say) {
  for (const graph of graphs) await writeReport(out, `flame-${graph.id}.svg`, flameGraph(graph), say);
}

function flameGraph({ title, requests, root }) {
  const boxes = [];
  let deepest = 0;
  const draw = (node, depth, x) => {
    const size = (node.time / root.time) * width;
    if (size < narrowest) return;
    deepest = Math.max(deepest, depth);
    if (depth >= 0) boxes.push(box(node, { depth, x, size, share: node.time / root.time, requests }));
    let at = x;
    for (const child of [...node.children.values()].sort((one, other) => other.time - one.time)) {
      draw(child, depth + 1, at);
      at += (child.time / root.time) * width;
    }
  };
  draw(root, -1, 0);
  const all = top + (deepest + 1) * height + 30;
  const legend = layers.map(([name, , colour], index) => {
    const x = 8 + index * 190;
    return `<rect x="${x}" y="${all - 20}" width="12" height="12" fill="${colour}"/><text x="${x + 16}" y="${all - 10}">${name}</text>`;
  });
  const each = (root.time / requests / 1000).toFixed(2);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${all}" viewBox="0 0 ${width} ${all}" font-family="system-ui, sans-serif" font-size="11" fill="#1f2328">
<rect width="${width}" height="${all}" fill="#ffffff"/>
<text x="8" y="22" font-size="14">${escaped(title)}, 16 callers: ${each} ms of the service's process for each of ${requests.toLocaleString('en')} requests</text>
${boxes.join('\n')}
${legend.join('\n')}
</svg>
`;
}

function box({ name, origin, time }, { depth, x, size, share, requests }) {
  const [, , colour] = layers.find(([, pattern]) => pattern.test(origin));
  const y = top + depth * height;
  const letters = Math.floor(size / 6.2);
  const label =
    letters < 4 ? '' : `<text x="${(x + 2).toFixed(1)}" y="${y + 12}">${escaped(name.slice(0, letters))}</text>`;
  const told = `${name} ${origin}: ${(100 * share).toFixed(1)} %, ${(time / requests).toFixed(0)} µs a request`;
  return `<g><title>${escaped(told)}</title><rect x="${x.toFixed(1)}" y="${y}" width="${size.toFixed(1)}" height="${height - 1}" fill="${colour}"/>${label}</g>`;
}

const escaped = (text) => text.replace(/[<>&]/g, (character) => `&#${character.charCodeAt(0)};`);
