import { isObject, type Json, type JsonObject, toText } from '../../src/json.js';
import type { Fault } from '../generated/fault.js';
import { isOperator } from '../generated/operators.js';
import type { Caught } from './meet-fault.js';

// Format of `data/generated-faults.json`: each fault with the check that caught it, or null if it survived.

export const toRecord = (fault: Fault, caught: Caught | null): string =>
  JSON.stringify({ ...fault, caught_by: caught });

export function faultIn({ seam = null, place = null, operator = null, circumstances = null }: JsonObject): Fault {
  const name = toText(operator);
  if (!isOperator(name) || !isObject(circumstances))
    throw new Error(`data/generated-faults.json has the unknown operator ${name}: run npm run generated-faults.`);
  const kinds = Object.entries(circumstances).map(([path, kind]) => [path, toText(kind)] as const);
  return { seam: toText(seam), place: toText(place), operator: name, circumstances: Object.fromEntries(kinds) };
}

/** The check that caught a recorded fault; null if it survived. */
export const caughtIn = (caught: Json | undefined): Caught | null =>
  isObject(caught) ? { check: toText(caught['check']), subject: toText(caught['subject']) } : null;
