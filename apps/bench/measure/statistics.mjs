/** The value below which the share of all values lies. */
export function quantile(values, share) {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.floor((sorted.length - 1) * share)];
}

/** The middle value; of an even number the mean of the two. */
export function median(values) {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = sorted.length / 2;
  if (sorted.length === 0) return null;
  return Number.isInteger(middle) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[Math.floor(middle)];
}
