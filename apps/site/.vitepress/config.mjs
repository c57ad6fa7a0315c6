import { relative } from 'node:path';
import { defineConfig } from 'vitepress';
import { addressOf, anchorOf, documentsIn, excluded, linkFrom, repository, root, titleOf } from './pages.mjs';

const item = (source, text = titleOf(source)) => ({ text, link: `/${addressOf(source)}` });
const group = (text, sources, collapsed = true) => ({ text, collapsed, items: sources.map((source) => item(source)) });

const use = [
  item('README.md', 'Overview'),
  item('docs/README.md', 'Documentation'),
  item('docs/guides/integrate.md'),
  item('docs/guides/recipes.md'),
  item('libs/client/README.md', 'Client library'),
  item('examples/README.md'),
  item('docs/guides/data.md'),
  item('docs/interface.md', 'Interface'),
];
const trust = ['docs/guides/server-authors.md', 'apps/conformance/README.md', 'docs/benchmarks/README.md'];
const extend = [
  'CONTRIBUTING.md',
  ...['server', 'catalogue', 'bench', 'explorer', 'conformance', 'reference-server', 'mcp', 'architecture', 'site'].map(
    (name) => `apps/${name}/README.md`,
  ),
  ...[
    'contracts',
    'list-query',
    'read',
    'tokens',
    'transfer',
    'mirror',
    'demo',
    'database',
    'program',
    'markdown',
    'testing',
  ].map((name) => `libs/${name}/README.md`),
  'prisma/README.md',
  'tools/README.md',
];

export default defineConfig({
  title: 'Resource Catalogue',
  description: 'The catalogue of a shared workshop as an HTTP/JSON service.',
  srcDir: '../..',
  srcExclude: excluded,
  rewrites: addressOf,
  cacheDir: '.vitepress/cache',
  markdown: {
    anchor: { slugify: anchorOf },
    // Runs before VitePress checks the links: documents link to files, since they are also read on GitHub.
    config: (markdown) => {
      markdown.core.ruler.push('links-of-files', ({ tokens, env }) => {
        const source = relative(root, env.realPath ?? env.path);
        for (const { attrs } of tokens.flatMap(({ children }) => children ?? []).filter(isLink))
          for (const pair of attrs) if (pair[0] === 'href') pair[1] = linkFrom(source, pair[1]);
      });
      drawDiagrams(markdown);
    },
  },
  themeConfig: {
    search: { provider: 'local', options: { _render: searchable } },
    socialLinks: [{ icon: 'github', link: repository }],
    outline: [2, 3],
    nav: [
      { text: 'Integrate', link: '/guides/integrate' },
      { text: 'Operate', link: '/operations/' },
      { text: 'Interface', link: '/interface' },
      { text: 'Decisions', link: `/${addressOf(documentsIn('docs/adr')[0])}`, activeMatch: '/adr/' },
    ],
    sidebar: [
      { text: 'Integrate', items: use },
      group('Operate', ['docs/operations/README.md', ...documentsIn('docs/operations'), 'deploy/README.md'], false),
      group('Security and quality', ['docs/security.md', 'SECURITY.md', ...trust]),
      group('Contribute', extend),
      group('Decisions', documentsIn('docs/adr')),
    ],
  },
});

/** Renders Mermaid blocks with theme/diagram.vue and leaves other code to VitePress. */
function drawDiagrams({ renderer, utils }) {
  const { fence } = renderer.rules;
  renderer.rules.fence = (tokens, index, ...rest) => {
    const { info, content } = tokens[index];
    if (info.trim() !== 'mermaid') return fence(tokens, index, ...rest);
    return `<Diagram :source="${utils.escapeHtml(JSON.stringify(content))}" />`;
  };
}

const isLink = ({ type }) => type === 'link_open';

/** Excludes the benchmarks and the mutation score from the search, since they are tables of numbers. */
function searchable(source, env, markdown) {
  const html = markdown.render(source, env);
  return /^(?:docs\/benchmarks|apps\/conformance\/MUTATION)/.test(env.relativePath) ? '' : html;
}
