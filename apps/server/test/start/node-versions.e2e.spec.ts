import { expect, it } from '@jest/globals';
import { installNode, otherNodeVersions } from '@resource-catalogue/testing/node-versions';
import { valuesAt } from '@resource-catalogue/testing/json';
import { banner, built, run, seededFolder } from '@resource-catalogue/testing/running-program';

it.each(otherNodeVersions)('the service runs on Node %s', async (version) => {
  const node = await installNode(version);
  const service = run(node, [built('main.js')], { DATA_DIR: await seededFolder() });
  const { url, token = '' } = await banner(service);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };

  const page = await fetch(`${url}/api/v1/members?limit=1`, { headers });
  expect(page.status).toBe(200);
  const [author_id] = valuesAt(await page.json(), 'data[].id');
  const body = JSON.stringify({ name: 'Stool', author_id, description: '**a**' });
  const created = await fetch(`${url}/api/v1/projects`, { method: 'POST', headers, body });
  expect(valuesAt(await created.json(), 'data.description_rendered')).toEqual(['<p><strong>a</strong></p>\n']);

  service.child.kill('SIGTERM');
  expect(await service.ended).toMatchObject({ code: 0, stderr: '' });
});
