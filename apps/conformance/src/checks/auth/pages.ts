import type { Exchange } from '../../target/exchange.js';
import { expectEqual } from '../../kit/expect.js';
import { type Checks, onServer } from '../../kit/check.js';
import { violated } from '../../kit/violation.js';
import { unknownToken } from '../../kit/choose.js';
import { askPublicPage } from '../../kit/ask.js';

/** Pages with a stable body; others may show the time or contain a nonce. */
const lasting = ['/openapi.json', '/problems', '/problems/invalid_request', '/problems/missing_token'];
const pages = [...lasting, '/', '/docs', '/health/live', '/health/ready'];

function expectSamePage(path: string, plain: Exchange, other: Exchange, who: string): void {
  // The service may begin to stop meanwhile (HTTP-8).
  if (path === '/health/ready') return;
  expectEqual(`${path} with ${who} the same as without credentials`, other.status, plain.status, other);
  if (plain.status === 200 && lasting.includes(path) && other.text !== plain.text)
    violated(`${path} with ${who} the same as without credentials`, 'another page', plain, other);
}

export const pageChecks: Checks = {
  'pages-need-no-token': onServer(['AUTH-1', 'LIST-2', 'ERR-2'], {
    title: 'pages outside the API are the same with no token, a good one and a bad one',
    run: async (context) => {
      const tokens = { 'an unknown token': unknownToken(context.random), 'a good token': context.target.token };
      const found: Exchange[] = [];
      for (const path of pages) {
        const plain = await askPublicPage(context, path);
        found.push(plain);
        for (const [who, token] of Object.entries(tokens))
          expectSamePage(path, plain, await askPublicPage(context, path, token), who);
      }
      if (found.every(({ status }) => status === 404)) context.unsupported('the server has no pages');
    },
  }),
};
