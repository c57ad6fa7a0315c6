import { resolve } from 'node:path';
import { expect, it } from '@jest/globals';
import { catalogueCommand, publicCatalogueCommand } from './catalogue-command.js';

it.each([
  [{ CATALOGUE_COMMAND: 'npm run catalogue --', npm_lifecycle_event: 'start' }, '/a/main.js', 'npm run catalogue --'],
  [{}, resolve('bundle/main.js'), 'node bundle/catalogue.js'],
  [{ npm_lifecycle_event: 'start' }, '/opt/a/bundle/main.js', 'node /opt/a/bundle/catalogue.js'],
  [{}, '/opt/a/bundle/catalogue.js', 'node /opt/a/bundle/catalogue.js'],
  [{ PATH: '/bin:/usr/local/bin' }, '/usr/local/bin/resource-catalogue-server', 'resource-catalogue'],
  [{ PATH: '/bin:/usr/local/bin' }, '/usr/local/bin/resource-catalogue', 'resource-catalogue'],
  [{ PATH: '/bin' }, '/usr/local/bin/resource-catalogue-server', '/usr/local/bin/resource-catalogue'],
  [
    { PATH: resolve('node_modules/.bin'), npm_lifecycle_event: 'start' },
    resolve('node_modules/.bin/resource-catalogue-server'),
    'node_modules/.bin/resource-catalogue',
  ],
  [
    { npm_lifecycle_event: 'npx' },
    '/a/.bin/resource-catalogue-server',
    'npx -p @resource-catalogue/server resource-catalogue',
  ],
  [{ npm_lifecycle_event: 'npx' }, '/a/jest.js', 'resource-catalogue'],
])('hints have the command that works where the program was started: %j, %s', (environment, program, command) => {
  expect(catalogueCommand(environment, ['node', program])).toBe(command);
});

it('pages show no path of the machine', () => {
  expect(publicCatalogueCommand({})).toBe('resource-catalogue');
  expect(publicCatalogueCommand({ CATALOGUE_COMMAND: 'npm run catalogue --' })).toBe('npm run catalogue --');
});
