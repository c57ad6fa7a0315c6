import { relative } from 'node:path';
import { defineConfig } from 'vitepress';
import { contents } from './contents.mjs';
import { linkFrom, repository } from './links.mjs';
import { pagePath, anchorOf, excluded, root } from './pages.mjs';
import { contract, writeReference } from './reference.mjs';

writeReference();

/** Keeps Vue external when pages are rendered: they are outside this directory, which alone has it installed. */
const vueOfTheSite = {
  name: 'vue-of-the-site',
  enforce: 'pre',
  resolveId: (id, _, { ssr }) => (ssr && /^vue(?:\/server-renderer)?$/.test(id) ? { id, external: true } : null),
};

export default defineConfig({
  title: 'Resource Catalogue',
  description: 'A self-hosted JSON API for a makerspace.',
  srcDir: '../..',
  srcExclude: excluded,
  rewrites: pagePath,
  cacheDir: '.vitepress/cache',
  vite: { plugins: [vueOfTheSite] },
  markdown: {
    anchor: { slugify: anchorOf },
    // Runs before VitePress checks the links: documents link to files, since they are also read on GitHub.
    config: (markdown) => {
      markdown.core.ruler.push('links-of-files', ({ tokens, env }) => {
        const file = relative(root, env.realPath ?? env.path);
        const source = file.startsWith('apps/site/reference/') ? contract : file;
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
      { text: 'API', link: '/reference/' },
      { text: 'Operate', link: '/operations/' },
    ],
    sidebar: contents,
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
