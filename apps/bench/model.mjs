/** A cost model of a catalogue: figures of a few sizes, and what they predict for others. */

/** Sizes that the model is fitted to. Others check it. */
export const fittedTo = [1e6, 1e7, 3e7];
export const fitted = ({ bookings }) => fittedTo.includes(bookings);

const same = (value) => value;
/** Forms of growth: the transformed value is a line over the transformed number of bookings. */
const linear = { x: same, y: same, value: same };
const logarithmic = { x: Math.log2, y: same, value: same };
const power = { x: Math.log, y: Math.log, value: Math.exp };
const page = 'page from anywhere';

export const gigabytes = (bytes) => bytes / 1e9;

const ofCatalogue = {
  'Database, GB': { value: ({ database }) => gigabytes(database), grows: linear },
  'Indexes of bookings, GB': { value: ({ indexes }) => gigabytes(indexes), grows: linear },
  'Service, MB': { value: ({ memory }) => memory, grows: logarithmic },
  'CPU of a page, ms': { value: ({ requests }) => requests[page].serviceCpu, grows: logarithmic },
  'PostgreSQL CPU of a page, ms': { value: ({ requests }) => requests[page].databaseCpu, grows: logarithmic },
};

function ofRequests(kind) {
  // A list with filters scans and counts more entries of a larger catalogue; other pages only descend deeper indexes.
  const grows = kind.includes('generated queries') ? power : logarithmic;
  return {
    [`Blocks, ${kind}`]: { value: ({ requests }) => requests[kind].blocks, grows },
    [`Index entries, ${kind}`]: { value: ({ requests }) => requests[kind].entries, grows },
  };
}

/** Responses to these are kept until something is written, at any size. */
const kept = 'the same, 304';

/** Measured figures by name, and how each depends on the number of bookings. */
export function figuresOf([{ requests }]) {
  const kinds = Object.keys(requests).filter((kind) => kind !== kept);
  return Object.assign({}, ofCatalogue, ...kinds.map(ofRequests));
}

/** Least squares of y(value) = a + b × x(bookings), never below zero; null if fewer than two sizes are known. */
export function predict(sizes, name, bookings) {
  const { value, grows } = figuresOf(sizes)[name];
  const points = sizes.filter(fitted).map((size) => [grows.x(size.bookings), grows.y(value(size))]);
  if (points.length < 2) return null;
  const mean = (index) => points.reduce((sum, point) => sum + point[index], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const slope =
    points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0) /
    points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
  return Math.max(0, grows.value(y + slope * (grows.x(bookings) - x)));
}

const [width, height, left, top] = [360, 240, 60, 30];

/** Two charts with logarithmic horizontal axes: disk, and blocks of a page. Dots are measured, lines predicted. */
export const plot = (
  sizes,
) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${2 * (width + left)} ${height + 2 * top}" font-family="sans-serif" font-size="12">
<rect width="100%" height="100%" fill="white"/>
${chart(sizes, 'Database, GB', { at: left, log: true })}
${chart(sizes, `Blocks, ${page}`, { at: 2 * left + width - 20, log: false })}
</svg>
`;

function chart(sizes, name, { at, log }) {
  const { value } = figuresOf(sizes)[name];
  const from = 5.5;
  const to = 9.1;
  const scale = log ? (value) => Math.log10(Math.max(value, 1e-3)) : (value) => value;
  const ends = [predict(sizes, name, 10 ** from), predict(sizes, name, 10 ** to), ...sizes.map(value)];
  const [low, high] = log ? [-1, 3.5] : [0, 1.3 * Math.max(...ends)];
  const x = (bookings) => at + ((Math.log10(bookings) - from) / (to - from)) * (width - 40);
  const y = (value) => top + height - ((scale(value) - low) / (high - low)) * height;
  const steps = Array.from({ length: 60 }, (_, index) => 10 ** (from + ((to - from) * index) / 59));
  const line = steps.map((bookings) => `${x(bookings).toFixed(1)},${y(predict(sizes, name, bookings)).toFixed(1)}`);
  const dots = sizes.map(
    (size) =>
      `<circle cx="${x(size.bookings).toFixed(1)}" cy="${y(value(size)).toFixed(1)}" r="4" fill="${fitted(size) ? '#1d4ed8' : 'none'}" stroke="#1d4ed8"/>`,
  );
  const across = [6, 7, 8, 9].map((power) => {
    const label = power < 9 ? `${10 ** (power - 6)} M` : '1 billion';
    return `<line x1="${x(10 ** power)}" x2="${x(10 ** power)}" y1="${top}" y2="${top + height}" stroke="#ddd"/><text x="${x(10 ** power)}" y="${top + height + 16}" text-anchor="middle">${label}</text>`;
  });
  const marks = log ? [0.1, 1, 10, 100, 1000] : [0, 0.25, 0.5, 0.75, 1].map((share) => share * high);
  const up = marks.map(
    (value) =>
      `<line x1="${at}" x2="${at + width - 40}" y1="${y(value)}" y2="${y(value)}" stroke="#ddd"/><text x="${at - 6}" y="${y(value) + 4}" text-anchor="end">${log ? value : Math.round(value)}</text>`,
  );
  return `<text x="${at}" y="${top - 12}" font-weight="bold">${name}</text>
${[...across, ...up].join('\n')}
<polyline points="${line.join(' ')}" fill="none" stroke="#1d4ed8" stroke-width="1.5"/>
${dots.join('\n')}`;
}
