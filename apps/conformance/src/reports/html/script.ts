import { basics } from './page/basics.js';
import { findings } from './page/findings.js';
import { matrix } from './page/matrix.js';
import { rest } from './page/rest.js';
import { summary } from './page/summary.js';

/** What the HTML report does in a browser. All texts go in as text nodes: nothing of a server's answer is ever markup. */
export const script = `'use strict';
(() => {
${[basics, summary, matrix, findings, rest].join('\n')}
})();
`;
