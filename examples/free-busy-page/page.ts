import type { Booking, Client, MachineUnit } from '@resource-catalogue/client';

const day = 24 * 60 * 60 * 1000;
/** What holds a unit: a booking in another state leaves it free. */
const holding = ['pending', 'confirmed'] as const;

/** A page that shows when each machine is booked in the seven days from an instant on. It names no member. */
export async function freeBusyPage(client: Client, from: Date): Promise<string> {
  const to = new Date(from.getTime() + 7 * day);
  const units = await client.machineUnits
    .list({ filters: { soft_deleted: { eq: false } }, sort: 'created_at' })
    .toArray({ max: 1000 });
  const bookings = await client.bookings
    .list({ filters: { state: { in: holding }, starts_at: { lt: to }, ends_at: { gt: from } }, sort: 'starts_at' })
    .toArray({ max: 10_000 });
  const rows = units.map((unit) =>
    rowOf(
      unit,
      bookings.filter(({ machine_unit }) => machine_unit?.id === unit.id),
    ),
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Free and busy machines</title>
<h1>Machines from ${from.toISOString().slice(0, 10)} to ${to.toISOString().slice(0, 10)}</h1>
<table><tr><th>Machine</th><th>State</th><th>Busy (UTC)</th></tr>
${rows.join('\n')}
</table></html>`;
}

function rowOf({ machine, sku, state }: MachineUnit, bookings: readonly Booking[]): string {
  const busy = bookings
    .flatMap(({ slots }) => slots)
    .map(({ start_time, end_time }) => `${minute(start_time)} to ${minute(end_time)}`);
  return `<tr>${[`${machine.name} (${sku})`, state, busy.join(', ') || 'free'].map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`;
}

const minute = (time: string): string => time.slice(0, 16).replace('T', ' ');

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
