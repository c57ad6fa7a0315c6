/** A cost model of a catalogue: predicts figures for any size from those of a few sizes. */

/** Sizes that the model is fitted to; other measured sizes check it. */
export const fittedTo = [1e6, 1e7, 3e7];

const same = (value) => value;
/** Forms of growth: the transformed value is a line over the transformed number of bookings. */
const linear = { x: same, y: same, value: same };
const logarithmic = { x: Math.log2, y: same, value: same };
const power = { x: Math.log, y: Math.log, value: Math.exp };

const ofRequests = (kind, figure) => (size) => size.requests[kind][figure];

/** Figures of a size, and how those of the model grow with the number of bookings. */
export const figures = [
  ['Measured on', ({ date }) => date],
  ['Members', ({ members }) => members],
  ['Database, GB', ({ database }) => database / 1e9, linear],
  ['Bookings, GB', ({ table }) => table / 1e9, linear],
  ['Indexes of bookings, GB', ({ indexes }) => indexes / 1e9, linear],
  ['Memory of the service, MB', ({ memory }) => memory, logarithmic],
  ['Page: p50 ms', ofRequests('pages', 'p50')],
  ['Page: p99 ms', ofRequests('pages', 'p99')],
  ['Page: CPU ms', ofRequests('pages', 'serviceCpu'), logarithmic],
  ['Page: PostgreSQL CPU ms', ofRequests('pages', 'databaseCpu'), logarithmic],
  ['Page: blocks', ofRequests('pages', 'blocks'), logarithmic],
  ['One booking: p50 ms', ofRequests('gets', 'p50')],
  ['One booking: p99 ms', ofRequests('gets', 'p99')],
  ['One booking: blocks', ofRequests('gets', 'blocks'), logarithmic],
  ['Generated query: p50 ms', ofRequests('generated', 'p50')],
  ['Generated query: p99 ms', ofRequests('generated', 'p99')],
  ['Generated query: max ms', ofRequests('generated', 'max')],
  ['Generated query: CPU ms', ofRequests('generated', 'serviceCpu')],
  ['Generated query: PostgreSQL CPU ms', ofRequests('generated', 'databaseCpu')],
  // A list with filters scans and counts more entries of a larger catalogue.
  ['Generated query: blocks', ofRequests('generated', 'blocks'), power],
];

/** Least squares of y(value) = a + b × x(bookings), never below zero; null if fewer than two sizes are known. */
export function predict(sizes, value, grows, bookings) {
  const fitted = sizes.filter((size) => fittedTo.includes(size.bookings));
  if (fitted.length < 2 || !grows) return null;
  const points = fitted.map((size) => [grows.x(size.bookings), grows.y(value(size))]);
  const mean = (index) => points.reduce((sum, point) => sum + point[index], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const slope =
    points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0) /
    points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
  return Math.max(0, grows.value(y + slope * (grows.x(bookings) - x)));
}
