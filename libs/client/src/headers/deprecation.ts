/** What to say of an endpoint that is going away; undefined of one that is not (VER-1). */
export function deprecationWarning(endpoint: string, headers: Headers): string | undefined {
  const deprecation = headers.get('deprecation');
  const sunset = headers.get('sunset');
  if (deprecation === null && sunset === null) return undefined;
  // RFC 9745 writes the date as `@` and seconds since 1970.
  const since = /^@(\d+)$/.exec(deprecation ?? '')?.[1];
  const day = since === undefined ? '' : ` since ${new Date(Number(since) * 1000).toISOString().slice(0, 10)}`;
  return `${endpoint} is deprecated${day}${sunset === null ? '' : ` and ends on ${sunset}`}.`;
}
