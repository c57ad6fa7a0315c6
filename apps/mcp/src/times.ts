import {
  busyTimes,
  freeTimes,
  openTimes,
  type TimeRange,
  type TimeWindow,
  type Units,
} from '@resource-catalogue/client/availability';
import { isObject } from '@resource-catalogue/contracts';
import type { z } from 'zod';
import { type Caller, findRows, summarize } from './rows.js';
import type { busyToolArguments, freeToolArguments } from './schemas.js';

type Arguments = z.infer<typeof busyToolArguments>;
type Read = (window: Units & TimeWindow) => ReturnType<typeof busyTimes>;

const kinds = ['machine', 'place', 'space'] as const;
const maxTargets = 10;

const unitsOf = (kind: (typeof kinds)[number], id: string): Units =>
  kind === 'machine' ? { machine: id } : kind === 'place' ? { place: id } : { space: id };

/** Reads the times of each machine, place or space that the text means, in its local time. */
async function readTimes(caller: Caller, args: Arguments, read: Read): Promise<object> {
  const [kind, ...others] = kinds.filter((key) => args[key] !== undefined);
  if (!kind || others.length > 0) throw new TypeError(`Pass exactly one of ${kinds.join(', ')}.`);
  const { rows } = await findRows(caller, `${kind}s`, args[kind] ?? '');
  if (rows.length === 0 || rows.length > maxTargets)
    throw new Error(`${rows.length} ${kind}s match ${JSON.stringify(args[kind])}. Pass one of: ${summarize(rows)}`);
  const asked = { start: args.start, end: args.end };
  const results: object[] = [];
  for (const row of rows) {
    const space = String(kind === 'space' ? row['id'] : isObject(row['space']) && row['space']['id']);
    const zone = (await caller.client.spaces.get(space, { signal: caller.signal })).data.time_zone;
    // Units may be in spaces of other time zones, so the local times are those of the machine's or place's own space.
    const [window = asked] = openTimes({ opening_hours: [], time_zone: zone }, asked);
    const { times, units } = await read({ ...unitsOf(kind, String(row['id'])), ...window });
    const byUnit = units.map(({ unit, times: own }) => ({
      unit: summarize([{ name: ('machine' in unit ? unit.machine : unit.place).name, sku: unit.sku, id: unit.id }]),
      state: unit.state,
      times: toLocal(zone, own),
    }));
    results.push({ [kind]: summarize([row]), time_zone: zone, times: toLocal(zone, times), units: byUnit });
  }
  return { results };
}

function toLocal(zone: string, ranges: readonly TimeRange[]): object[] {
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  return ranges.map(({ start, end }) => ({ start: clock.format(start), end: clock.format(end) }));
}

export const findBusyTimes = (caller: Caller, args: Arguments): Promise<object> =>
  readTimes(caller, args, (window) => busyTimes(caller.client, window, { signal: caller.signal }));

export function findFreeTimes(
  caller: Caller,
  { duration, ...args }: z.infer<typeof freeToolArguments>,
): Promise<object> {
  const conditions = { openingHours: args.opening_hours, ...(duration !== undefined && { duration }) };
  const read: Read = (window) => freeTimes(caller.client, { ...window, ...conditions }, { signal: caller.signal });
  return readTimes(caller, args, read);
}
