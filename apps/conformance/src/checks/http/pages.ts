import { tokensIn } from '../../kit/expect.js';
import { type Checks, onServer } from '../../kit/check.js';
import { violated } from '../../kit/violation.js';
import { askPublicPage } from '../../kit/ask.js';

const pages = ['/', '/docs', '/openapi.json', '/problems', '/problems/not_found'];

export const pageChecks: Checks = {
  'pages-can-be-revalidated': onServer(['HTTP-2'], {
    title: 'pages outside the API, except health, have an ETag and Cache-Control: no-cache',
    run: async (context) => {
      const answers = await Promise.all(pages.map((path) => askPublicPage(context, path)));
      const found = answers.filter(({ status }) => status === 200);
      if (found.length === 0) context.unsupported('the server has no pages');
      for (const page of found) {
        if (page.header('etag') === null) violated('an ETag', 'none', page);
        if (!tokensIn(page, 'cache-control').includes('no-cache'))
          violated('Cache-Control: no-cache', page.header('cache-control') ?? 'none', page);
      }
    },
  }),
};
