import { expect, it } from '@jest/globals';
import { installNode, otherNodeVersions } from '@resource-catalogue/testing/node-versions';
import { banner, built, run, seededFolder } from '@resource-catalogue/testing/running-program';
import { Writer } from '../projects/support/writer.js';

it.each(otherNodeVersions)('the service runs on Node %s', async (version) => {
  const node = await installNode(version);
  const service = run(node, [built('main.js')], { DATA_DIR: await seededFolder() });
  const writer = await Writer.to(await banner(service));
  const { description_rendered } = await writer.make({ description: '**a**' });
  expect(description_rendered).toBe('<p><strong>a</strong></p>\n');
  service.child.kill('SIGTERM');
  expect(await service.ended).toMatchObject({ code: 0, stderr: '' });
});
