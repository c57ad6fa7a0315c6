import { createServer } from 'node:http';
import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from '@resource-catalogue/prisma';

// The same page by Prisma's findMany on a bare HTTP server: what the service would be without a read engine of its own.
const prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString: process.env.DATABASE_URL, max: 4 }) });
const named = { select: { id: true, name: true } };
const person = { select: { id: true, first_name: true, last_name: true } };
const eventSession = { select: { id: true, event: named } };
const trainingSession = { select: { id: true, training: named } };
const select = {
  id: true,
  member: person,
  group: named,
  space: named,
  machine_unit: { select: { id: true, sku: true, state: true, machine: named } },
  place_unit: { select: { id: true, sku: true, state: true, place: named } },
  event_session: eventSession,
  training_session: trainingSession,
  reserved_by_event_session: eventSession,
  reserved_by_training_session: trainingSession,
  state: true,
  starts_at: true,
  ends_at: true,
  canceled_at: true,
  slots: true,
  seats: {
    select: { id: true, first_name: true, last_name: true, price: { select: { id: true, category: named } } },
    orderBy: { id: 'asc' },
  },
  place_extras: { select: { place_extra: { select: { id: true, name: true, sku: true } } } },
  updated_at: true,
  created_at: true,
};

const server = createServer(async (request, response) => {
  const from = new URL(request.url, 'http://localhost').searchParams.get('from');
  const rows = await prisma.booking.findMany({
    relationLoadStrategy: 'join',
    ...(from && { where: { starts_at: { gte: from } } }),
    orderBy: [{ starts_at: 'asc' }, { id: 'asc' }],
    take: 100,
    select,
  });
  const data = rows.map((row) => ({ ...row, place_extras: row.place_extras.map(({ place_extra }) => place_extra) }));
  response.setHeader('Content-Type', 'application/json');
  response.end(JSON.stringify({ data }));
});
server.listen(Number(process.env.PORT), '127.0.0.1');
