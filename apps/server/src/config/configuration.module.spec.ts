import { expect, it } from '@jest/globals';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Configuration, readConfiguration } from '@resource-catalogue/program';
import { ConfigurationModule } from './configuration.module.js';

it('injects the configuration by its class, everywhere', async () => {
  @Module({})
  class Elsewhere {
    constructor(readonly configuration: Configuration) {}
  }
  const configuration = readConfiguration({ PORT: '8080' });
  @Module({ imports: [ConfigurationModule.of(configuration), Elsewhere] })
  class Application {}
  const context = await NestFactory.createApplicationContext(Application, { logger: false });
  expect(context.get(Elsewhere).configuration).toBe(configuration);
  await context.close();
});
