import { Controller, Delete, Get, type INestApplication, Module, Patch, Post } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Routes } from './routes.js';
import { CatalogueAdapter } from './server.js';

@Controller('things')
class Things {
  @Get() list(): string {
    return '';
  }
  @Post() create(): string {
    return '';
  }
  @Get(':id') get(): string {
    return '';
  }
  @Patch(':id') update(): string {
    return '';
  }
  notRouted(): string {
    return '';
  }
}

@Controller()
class Others {
  @Get() home(): string {
    return '';
  }
  @Delete(['jobs', 'old/jobs/']) clear(): string {
    return '';
  }
}

@Module({ controllers: [Things, Others], providers: [Routes] })
class TestModule {}

describe('Routes', () => {
  let app: INestApplication;
  let routes: Routes;
  beforeAll(async () => {
    app = await NestFactory.create(TestModule, new CatalogueAdapter(false), { logger: false });
    await app.init();
    routes = app.get(Routes);
  });
  afterAll(() => app.close());

  it.each([
    ['/', ['GET', 'HEAD', 'OPTIONS']],
    ['/things', ['GET', 'HEAD', 'OPTIONS', 'POST']],
    ['/things/7', ['GET', 'HEAD', 'OPTIONS', 'PATCH']],
    ['/things/%zz', ['GET', 'HEAD', 'OPTIONS', 'PATCH']],
    ['/jobs', ['DELETE', 'OPTIONS']],
    ['/old/jobs', ['DELETE', 'OPTIONS']],
  ])('HTTP-3: %s answers %j', (path, methods) => {
    expect(routes.find(path)?.methods).toEqual(methods);
  });

  it.each([
    '',
    '//',
    '/Things',
    '/things/',
    '/things//',
    '/things/7/',
    '/things/7/x',
    '//things',
    '/%74hings',
    '/notRouted',
    '/:id',
    '*',
  ])('HTTP-7: %j is unknown', (path) => {
    expect(routes.find(path)).toBeNull();
  });
});
