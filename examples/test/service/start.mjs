import { startService } from '@resource-catalogue/testing/running-service';

// The built service on an embedded database with demo data, shared by all tests of a run.
const token = ['--scopes', 'read,projects:write', '--quota', '1000000/60s'];

export default async function start() {
  const service = await startService({}, { examples: token });
  globalThis.examplesService = service;
  process.env.CATALOGUE_URL = service.baseUrl;
  process.env.CATALOGUE_TOKEN = service.tokens.get('examples');
}
