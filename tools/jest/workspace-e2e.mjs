import e2e from './e2e-preset.mjs';
import { workspaceWith } from './workspace.mjs';

export default { ...workspaceWith('jest.e2e.json'), testTimeout: e2e.testTimeout };
