const [column, row, edge] = [8.4, 20, 16];

/** In seconds: longer pauses are shortened, and typing takes time. */
const [longest, typing] = [1.2, 0.8];

/** A terminal as a picture: each line appears when it was printed, or at once for readers who prefer reduced motion. */
export function drawn(lines) {
  const width = Math.ceil(Math.max(...lines.map(({ text }) => text.length)) * column + 2 * edge);
  const height = lines.length * row + 2 * edge;
  const times = timesOf(lines);
  const texts = lines.map(({ text, typed }, index) => {
    const place = `x="${edge}" y="${edge + row * (index + 0.75)}"`;
    return `<text ${place} class="${typed ? 'typed' : 'printed'}" style="animation-delay:${times[index].toFixed(2)}s">${escaped(text)}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="A terminal: ${escaped(
    lines
      .filter(({ typed }) => typed)
      .map(({ text }) => text.slice(2))
      .join('; '),
  ).replaceAll('"', '&quot;')}">
<style>
  text { font: 14px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; white-space: pre; fill: #d7dde5 }
  .typed { fill: #8fd19e; font-weight: 600 }
  @media (prefers-reduced-motion: no-preference) {
    text { opacity: 0; animation: shown 0.01s linear forwards }
    @keyframes shown { to { opacity: 1 } }
  }
</style>
<rect width="100%" height="100%" rx="8" fill="#1b2129"/>
${texts.join('\n')}
</svg>
`;
}

function timesOf(lines) {
  let [time, before] = [0, lines[0]?.at ?? 0];
  return lines.map(({ at, typed }) => {
    time += typed ? typing : Math.min(longest, (at - before) / 1000);
    before = at;
    return time;
  });
}

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
