/** A UUID of any version in lower case, as the service writes it (SHAPE-3). */
export const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether the value is a UUID in lower case. */
export const isUuid = (value: unknown): value is string => typeof value === 'string' && uuidPattern.test(value);

/** A UUID in any case (FILT-9), in lower case; null if the text is not a UUID. */
export function parseUuid(text: string): string | null {
  const lowerCase = text.toLowerCase();
  return isUuid(lowerCase) ? lowerCase : null;
}
