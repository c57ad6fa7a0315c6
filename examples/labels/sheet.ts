import type { Machine } from '@resource-catalogue/client';
import { encode } from 'uqr';

// Millimetres: a sheet of A4 with 24 labels of 70 × 37, as they are sold for printers.
const page = { width: 210, height: 297, columns: 3, rows: 8 };
const label = { width: 70, height: 37 };
const top = (page.height - page.rows * label.height) / 2;
const codeSize = 33;
const lineLength = 15;
const maxLines = 4;

/** SVG pages with a label for each machine: its name, its slug and a QR code of its page in the catalogue. */
export function labelSheets(machines: readonly Pick<Machine, 'id' | 'name' | 'slug'>[], catalogue: string): string[] {
  const size = page.columns * page.rows;
  const pages = Array.from({ length: Math.ceil(machines.length / size) }, (_, index) =>
    machines.slice(index * size, (index + 1) * size),
  );
  return pages.map((shown) => {
    const labels = shown.map(({ id, name, slug }, index) => {
      const x = (index % page.columns) * label.width;
      const y = top + Math.floor(index / page.columns) * label.height;
      const url = `${catalogue.replace(/\/+$/, '')}/#/machines/${id}`;
      return `<g transform="translate(${x} ${y})">${code(url)}${texts(name, slug)}</g>`;
    });
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${page.width}mm" height="${page.height}mm" viewBox="0 0 ${page.width} ${page.height}" font-family="sans-serif">
${labels.join('\n')}
</svg>
`;
  });
}

/** A QR code with the margin that readers need, and with redundancy for scratches. */
function code(url: string): string {
  const { data, size } = encode(url, { ecc: 'M', border: 4 });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return `<path transform="translate(1 2) scale(${codeSize / size})" shape-rendering="crispEdges" d="${dark.join('')}"/>`;
}

function texts(name: string, slug: string): string {
  const lines = wrap(name).map(
    (line, index) => `<text x="35" y="${10 + index * 5}" font-size="4">${escaped(line)}</text>`,
  );
  return `${lines.join('')}<text x="35" y="32" font-size="2.5">${escaped(wrap(slug, 22, 1).join(''))}</text>`;
}

/** Lines of whole words; an ellipsis shows that the last one is cut. */
function wrap(text: string, length = lineLength, max = maxLines): string[] {
  const words = text.split(/\s+/).flatMap((word) => word.match(new RegExp(`.{1,${length}}`, 'gu')) ?? []);
  const lines = [''];
  for (const word of words) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (longer.length <= length) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.length > max
    ? [...lines.slice(0, max - 1), `${[...(lines[max - 1] ?? '')].slice(0, length - 1).join('')}…`]
    : lines;
}

const escaped = (text: string): string =>
  text
    .replace(/\p{Cc}/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
