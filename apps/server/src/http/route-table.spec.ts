import { describe, expect, it } from '@jest/globals';
import express from 'express';
import { RouteTable } from './route-table.js';

const answer: express.RequestHandler = (_, response) => void response.end();

function table(): RouteTable {
  const app = express();
  app.use(answer);
  app.get('/', answer);
  app.get('/things', answer);
  app.post('/things', answer);
  app.get('/things/:id', answer);
  app.patch('/things/:id', answer);
  app.delete('/jobs', answer);
  return new RouteTable(app);
}

describe('RouteTable', () => {
  it.each([
    ['/', ['GET', 'HEAD', 'OPTIONS']],
    ['/things', ['GET', 'HEAD', 'OPTIONS', 'POST']],
    ['/things/7', ['GET', 'HEAD', 'OPTIONS', 'PATCH']],
    ['/things/%zz', ['GET', 'HEAD', 'OPTIONS', 'PATCH']],
    ['/jobs', ['DELETE', 'OPTIONS']],
  ])('HTTP-3: %s answers %j', (path, methods) => {
    expect(table().find(path)?.methods).toEqual(methods);
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
    '/:id',
    '*',
  ])('HTTP-7: %j is unknown', (path) => {
    expect(table().find(path)).toBeNull();
  });
});
