import 'reflect-metadata';
import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';

const answer = { data: JSON.parse(process.env.BOOKING) };

class Bookings {
  get() {
    return answer;
  }
}
class Root {}

// Decorators in compiled form, since this file runs without a build.
Get('bookings/:id')(Bookings.prototype, 'get', Object.getOwnPropertyDescriptor(Bookings.prototype, 'get'));
Controller()(Bookings);
Module({ controllers: [Bookings] })(Root);

const app = await NestFactory.create(Root, { logger: false });
await app.listen(Number(process.env.PORT), '127.0.0.1');
