import { shown } from './markdown.mjs';

const width = 860;
const label = 210;
const bars = 480;
const barHeight = 18;
const gap = 6;
const colours = { service: '#1f6feb', limit: '#8c959f', postgrest: '#d4a72c', prisma: '#8250df' };

const escaped = (text) => text.replace(/[<>&]/g, (character) => `&#${character.charCodeAt(0)};`);

/** Requests per second, a group of bars for each scenario; the longest bar of a group is as long as that of any other. */
export function chart({ scenarios }) {
  const parts = [];
  let y = 24;
  for (const { title, contestants } of scenarios) {
    parts.push(`<text x="12" y="${y}" font-weight="bold">${escaped(title)}</text>`);
    y += gap;
    const longest = Math.max(...contestants.map(({ rate }) => rate));
    for (const { name, peer, rate } of contestants) {
      const length = Math.max(1, Math.round((bars * rate) / longest));
      const base = y + barHeight - 5;
      parts.push(
        `<text x="${label - 8}" y="${base}" text-anchor="end">${escaped(name)}</text>`,
        `<rect x="${label}" y="${y}" width="${length}" height="${barHeight}" fill="${colours[peer]}"/>`,
        `<text x="${label + length + 6}" y="${base}">${shown(rate, 'requests/s')}</text>`,
      );
      y += barHeight + gap;
    }
    y += 24;
  }
  const style = 'font-family="system-ui, sans-serif" font-size="13" fill="#1f2328"';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${y}" viewBox="0 0 ${width} ${y}" ${style}>
<rect width="${width}" height="${y}" fill="#ffffff"/>
${parts.join('\n')}
</svg>
`;
}
