import { describe, expect, it } from '@jest/globals';
import { upwardImports } from './floors.js';
import { lookAt } from './small-workspace.js';

const server = 'apps/server/src';

describe('the floors of the server', () => {
  it('say which import leads upwards', () => {
    const changes = { [`${server}/http/server.ts`]: `import { send } from '../response/send.js';\n` };
    expect(lookAt(changes, upwardImports)).toEqual([
      `${server}/http/server.ts imports ${server}/response/send.js, which is on a floor above it: move what both need down.`,
    ]);
  });

  it('say which folder is on none of them', () => {
    const file = `${server}/tricks/one.ts`;
    expect(lookAt({ [file]: 'export const one = 1;\n' }, upwardImports)).toEqual([
      `${file} stands on no floor: put its folder into apps/architecture/test/floors.ts.`,
    ]);
  });
});
