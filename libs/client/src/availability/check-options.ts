// Errors quote the name of the option, since TypeScript checks only some callers.

/** Throws a TypeError for a duration that is not above 0. */
export function checkDuration(duration: number | undefined): void {
  if (duration !== undefined && !(duration > 0)) throw new TypeError('`duration` must be above 0 minutes.');
}

/** Returns an option that is an id; throws a TypeError for other values. */
export function checkId<Id extends string>(name: string, id: Id): Id {
  return isText(id) ? id : reject(name, 'an id', id);
}

/** Returns an option that is an iterable of texts as an array; throws a TypeError for other values. */
export function checkTexts<Text extends string>(name: string, what: string, given: Iterable<Text>): readonly Text[] {
  const texts = typeof given === 'object' && given !== null && Symbol.iterator in given ? [...given] : undefined;
  return texts?.every(isText) ? texts : reject(name, what, texts ?? given);
}

/** Throws a TypeError about an option. */
export function reject(name: string, what: string, given: unknown): never {
  throw new TypeError(`\`${name}\` must be ${what}, not ${JSON.stringify(given)}.`);
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
