import { createServer, type Server } from 'node:http';
import { type Booking, type Client, isCatalogueError, type Member, toDate } from '@resource-catalogue/client';
import calendar, { ICalEventStatus } from 'ical-generator';

/** Serves a member's bookings at `/members/{id}.ics`, for calendars that subscribe to a URL. */
export function calendarServer(client: Client): Server {
  return createServer((request, response) => {
    const [, id] = /^\/members\/([0-9a-f-]{36})\.ics$/.exec(request.url ?? '') ?? [];
    feed(client, id).then(
      (text) => {
        response.writeHead(text === null ? 404 : 200, { 'content-type': 'text/calendar; charset=utf-8' });
        response.end(text ?? '');
      },
      (error: unknown) => {
        // Calendars keep their events and retry.
        const wait = isCatalogueError(error, 'rate_limited') ? error.retryAfterMs : 60_000;
        response.writeHead(503, { 'retry-after': String(Math.ceil(wait / 1000)) }).end();
      },
    );
  });
}

async function feed(client: Client, id: string | undefined): Promise<string | null> {
  const member = id === undefined ? undefined : (await client.members.getMany([id])).get(id);
  if (!member) return null;
  const bookings = client.bookings.list({ filters: { member_id: { in: [member.id] } }, sort: '-starts_at' });
  return calendarOf(member, await bookings.toArray({ max: 500 }));
}

/** One event for each slot. Its id is stable, so a changed booking moves in the calendar instead of appearing twice. */
export function calendarOf(member: Member, bookings: readonly Booking[]): string {
  const events = calendar({ name: `Bookings of ${member.first_name}`, prodId: '//resource-catalogue//example//EN' });
  for (const booking of bookings) {
    for (const slot of booking.slots) {
      events.createEvent({
        id: `${slot.id}@resource-catalogue`,
        stamp: toDate(booking.updated_at),
        start: toDate(slot.start_time),
        end: toDate(slot.end_time),
        summary: titleOf(booking),
        location: booking.space.name,
        status: statusOf(booking.state),
      });
    }
  }
  return events.toString();
}

const titleOf = ({ machine_unit, place_unit, event_session, training_session }: Booking): string =>
  machine_unit?.machine.name ??
  place_unit?.place.name ??
  event_session?.event.name ??
  training_session?.training.name ??
  'Booking';

function statusOf(state: Booking['state']): ICalEventStatus {
  if (state === 'confirmed') return ICalEventStatus.CONFIRMED;
  return state === 'pending' ? ICalEventStatus.TENTATIVE : ICalEventStatus.CANCELLED;
}
