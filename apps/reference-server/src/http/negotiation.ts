/** The entries of an `Accept` or `Accept-Encoding` header, with their weights. */
function weighted(header: string): { readonly name: string; readonly weight: number }[] {
  return header
    .split(',')
    .map((entry) => entry.split(';').map((part) => part.trim()))
    .flatMap(([name = '', ...parameters]) => {
      const q = parameters.find((parameter) => /^q=/i.test(parameter));
      return name === '' ? [] : [{ name: name.toLowerCase(), weight: q === undefined ? 1 : Number(q.slice(2)) }];
    });
}

const jsonRange = /^(?:\*\/\*|application\/\*|application\/json|application\/[\w.+-]+\+json)$/;

/** Whether JSON is accepted (HTTP-4); a more specific range takes precedence. */
export function acceptsJson(header: string | undefined): boolean {
  if (header === undefined || header.trim() === '') return true;
  const ranges = weighted(header).filter(({ name }) => jsonRange.test(name));
  const closeness = (name: string): number => (name === '*/*' ? 0 : name === 'application/*' ? 1 : 2);
  const closest = Math.max(...ranges.map(({ name }) => closeness(name)));
  return ranges.some(({ name, weight }) => closeness(name) === closest && weight > 0);
}

/** The coding of a body; null for none (HTTP-5). */
export function codingFor(header: string | undefined, size: number): 'gzip' | 'br' | null {
  if (header === undefined || size <= 1024) return null;
  const codings = weighted(header);
  const weightOf = (name: string): number =>
    (codings.find((one) => one.name === name) ?? codings.find((one) => one.name === '*'))?.weight ?? 0;
  const named = (name: string): number => (codings.some((one) => one.name === name) ? weightOf(name) : 0);
  const best = (['gzip', 'br'] as const).filter((name) => weightOf(name) > 0 && weightOf(name) >= named('identity'));
  return best.sort((one, other) => weightOf(other) - weightOf(one))[0] ?? null;
}

/** The tags of an `If-None-Match` or `If-Match` header. */
const parseTags = (header: string): string[] => header.match(/(?:W\/)?"[^"]*"|\*/g) ?? [];

/** Weak comparison (HTTP-2). */
export function tagMatchesWeakly(header: string, etag: string): boolean {
  const plain = (tag: string): string => tag.replace(/^W\//, '');
  return parseTags(header).some((tag) => tag === '*' || plain(tag) === plain(etag));
}

/** Strong comparison (WRITE-6). */
export function tagMatchesStrongly(header: string, etag: string): boolean {
  return parseTags(header).some((tag) => tag === '*' || (tag === etag && !tag.startsWith('W/')));
}
