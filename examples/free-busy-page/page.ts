import type { Client, Space } from '@resource-catalogue/client';
import { busyTimes, type TimeRange, type UnitTimes } from '@resource-catalogue/client/availability';

const day = 24 * 60 * 60 * 1000;

/**
 * HTML that shows when each machine of a space is busy in the seven days after `start`, without the names of members.
 */
export async function freeBusyPage(client: Client, space: Space, start: Date): Promise<string> {
  const end = new Date(start.getTime() + 7 * day);
  const { units } = await busyTimes(client, { space: space.id, start, end });
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone: space.time_zone,
    ...{ weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  });
  const rows = units.flatMap((times) => rowOf(times, clock));
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Free and busy machines</title>
<h1>${escaped(space.name)}: machines from ${clock.format(start)} to ${clock.format(end)}</h1>
<table><tr><th>Machine</th><th>State</th><th>Busy (${space.time_zone})</th></tr>
${rows.join('\n')}
</table></html>`;
}

function rowOf({ unit, times }: UnitTimes, clock: Intl.DateTimeFormat): string[] {
  if (!('machine' in unit)) return [];
  const busy = times.map(({ start, end }: TimeRange) => `${clock.format(start)} to ${clock.format(end)}`);
  const cells = [`${unit.machine.name} (${unit.sku})`, unit.state, busy.join('; ') || 'free'];
  return [`<tr>${cells.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`];
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
