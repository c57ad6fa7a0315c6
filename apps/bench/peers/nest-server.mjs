import 'reflect-metadata';
import { Controller, Get, Module, Param, Query } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from '@resource-catalogue/prisma';

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
const shown = (row) => ({ ...row, place_extras: row.place_extras.map(({ place_extra }) => place_extra) });

class Bookings {
  async list(from) {
    const rows = await prisma.booking.findMany({
      where: { starts_at: { gte: from } },
      orderBy: [{ starts_at: 'asc' }, { id: 'asc' }],
      take: 100,
      select,
    });
    return { data: rows.map(shown) };
  }

  async get(id) {
    return shown(await prisma.booking.findUniqueOrThrow({ where: { id }, select }));
  }

  /** Returns the same booking to every request. */
  constant(id) {
    return (this.booking ??= this.get(id));
  }
}
class Root {}

// Decorators in compiled form, since this file runs without a build.
function route(method, decorator, parameter) {
  if (parameter) parameter(Bookings.prototype, method, 0);
  decorator(Bookings.prototype, method, Object.getOwnPropertyDescriptor(Bookings.prototype, method));
}
route('list', Get('bookings'), Query('from'));
route('get', Get('bookings/:id'), Param('id'));
route('constant', Get('constants/:id'), Param('id'));
Controller()(Bookings);
Module({ controllers: [Bookings] })(Root);

const app = await NestFactory.create(Root, { logger: false });
await app.listen(Number(process.env.PORT), '127.0.0.1');
