/** The entries of an `Accept` or `Accept-Encoding` header, with their weights. */
const parseWeights = (header: string): (readonly [name: string, weight: number])[] =>
  header.split(',').flatMap((entry) => {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
    const q = parameters.find((parameter) => parameter.startsWith('q='));
    return name === '' ? [] : [[name, q === undefined ? 1 : Number(q.slice(2))] as const];
  });

const jsonRange = /^(?:\*\/\*|application\/\*|application\/json|application\/[\w.+-]+\+json)$/;

/** Whether JSON is accepted (HTTP-4); a more specific range takes precedence. */
export function acceptsJson(header: string | undefined): boolean {
  if (header === undefined || header.trim() === '') return true;
  const ranges = parseWeights(header).filter(([name]) => jsonRange.test(name));
  const closeness = (name: string): number => (name === '*/*' ? 0 : name === 'application/*' ? 1 : 2);
  const closest = Math.max(...ranges.map(([name]) => closeness(name)));
  return ranges.some(([name, weight]) => closeness(name) === closest && weight > 0);
}

/** The coding of a body; null for none (HTTP-5). */
export function codingFor(header: string | undefined, size: number): 'gzip' | 'br' | null {
  if (header === undefined || size <= 1024) return null;
  const weights = new Map(parseWeights(header));
  const weightOf = (name: string): number => weights.get(name) ?? weights.get('*') ?? 0;
  const best = Math.max(weightOf('gzip'), weightOf('br'));
  if (best === 0 || best < (weights.get('identity') ?? 0)) return null;
  return weightOf('gzip') === best ? 'gzip' : 'br';
}

/** The tags of an `If-None-Match` or `If-Match` header. */
const parseTags = (header: string): string[] => header.match(/(?:W\/)?"[^"]*"|\*/g) ?? [];

/** Weak comparison (HTTP-2). */
export const tagMatchesWeakly = (header: string, etag: string): boolean =>
  parseTags(header).some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag);

/** Strong comparison (WRITE-6). */
export const tagMatchesStrongly = (header: string, etag: string): boolean =>
  parseTags(header).some((tag) => tag === '*' || tag === etag);
