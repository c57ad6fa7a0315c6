import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { telemetryPage } from '../../document/telemetry.js';

it('the page of metrics and log fields is up to date: after a change, run `npx nx run server:telemetry`', async () => {
  const text = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
  const page = text('../../../../docs/operations/telemetry.md');
  expect(page).toBe(await telemetryPage(text('../../src/http/request-log.ts')));
});
