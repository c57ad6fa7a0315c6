/** So many requests in each window. */
export interface Quota {
  readonly requests: number;
  readonly seconds: number;
}

/** A day: a window that is longer would not survive the restarts of a service that keeps it in memory. */
const longestWindow = 86_400;
const secondsIn = { s: 1, m: 60, h: 3600 } as const;

/** `600/60s`: so many requests in each window of so many seconds (s), minutes (m) or hours (h). */
export function parseQuota(text: string): Quota | undefined {
  const match = /^([0-9]{1,9})\/([0-9]{1,5})([smh])$/.exec(text);
  if (!match) return undefined;
  const requests = Number(match[1]);
  const unit = match[3] === 'm' || match[3] === 'h' ? match[3] : 's';
  const seconds = Number(match[2]) * secondsIn[unit];
  return requests >= 1 && seconds >= 1 && seconds <= longestWindow ? { requests, seconds } : undefined;
}

export function printQuota({ requests, seconds }: Quota): string {
  return `${requests}/${seconds}s`;
}
