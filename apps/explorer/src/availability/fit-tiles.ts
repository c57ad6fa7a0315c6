/** Sizes of a tile with its gap, of the margins and of a heading, in units of the text size. */
const tile = { width: 17, height: 10.5 };
const margin = { width: 6, height: 15 };
const heading = 4;
/** Minimum text size in pixels, which can be read from across a room: if the tiles do not fit, the page scrolls. */
const smallest = 11;

/** The text size and number of columns with which groups of tiles are largest, but fit a screen in pixels. */
export function fitTiles(
  counts: readonly number[],
  width: number,
  height: number,
): { readonly size: number; readonly columns: number } {
  const headings = counts.length > 1 ? counts.length * heading : 0;
  const fits = Array.from({ length: 10 }, (_, index) => index + 1).map((columns) => {
    const rows = counts.reduce((sum, count) => sum + Math.ceil(count / columns), 0);
    const across = width / (columns * tile.width + margin.width);
    const down = height / (rows * tile.height + margin.height + headings);
    return { size: Math.max(smallest, Math.min(across, down)), columns };
  });
  return fits.reduce((best, one) => (one.size > best.size ? one : best));
}
