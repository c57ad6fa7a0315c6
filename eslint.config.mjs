import nx from '@nx/eslint-plugin';
import tseslint from 'typescript-eslint';

/** Which project may import which. All other rules are Oxlint's (.oxlintrc.json), which is many times faster. */
export default tseslint.config(
  {
    ignores: [
      ...['**/bundle', '**/dist', '**/out-tsc', '**/node_modules', '**/generated', '.nx', '.data'],
      // They import what only their test generates, and compiles with them.
      'examples/generated-clients',
    ],
  },
  {
    files: ['**/*.{ts,tsx,mjs}'],
    languageOptions: { parser: tseslint.parser, parserOptions: { tsconfigRootDir: import.meta.dirname } },
    linterOptions: { noInlineConfig: true },
    plugins: { '@nx': nx },
    rules: {
      '@nx/enforce-module-boundaries': [
        'error',
        {
          enforceBuildableLibDependency: true,
          allow: [],
          // Its client is always needed, the generator of demo data by a first start alone.
          checkDynamicDependenciesExceptions: ['@resource-catalogue/prisma'],
          depConstraints: [
            { sourceTag: 'type:contracts', onlyDependOnLibsWithTags: [] },
            { sourceTag: 'type:lib', onlyDependOnLibsWithTags: ['type:testing'] },
            { sourceTag: 'type:testing', onlyDependOnLibsWithTags: [] },
            { sourceTag: 'type:list-query', onlyDependOnLibsWithTags: ['type:contracts'] },
            { sourceTag: 'type:data', onlyDependOnLibsWithTags: ['type:contracts'] },
            { sourceTag: 'type:client', onlyDependOnLibsWithTags: ['type:contracts', 'type:testing'] },
            {
              sourceTag: 'type:conformance',
              onlyDependOnLibsWithTags: ['type:contracts', 'type:client', 'type:reference-server', 'type:testing'],
            },
            { sourceTag: 'type:reference-server', onlyDependOnLibsWithTags: ['type:contracts'] },
            {
              sourceTag: 'type:app',
              onlyDependOnLibsWithTags: [
                'type:lib',
                'type:contracts',
                'type:list-query',
                'type:data',
                'type:client',
                'type:testing',
              ],
            },
            { sourceTag: 'type:explorer', onlyDependOnLibsWithTags: ['type:client', 'type:testing'] },
            { sourceTag: 'type:example', onlyDependOnLibsWithTags: ['type:client', 'type:testing'] },
            { sourceTag: 'type:tool', onlyDependOnLibsWithTags: [] },
            { sourceTag: 'scope:shared', onlyDependOnLibsWithTags: ['scope:shared'] },
            { sourceTag: 'scope:server', onlyDependOnLibsWithTags: ['scope:server', 'scope:shared'] },
            { sourceTag: 'scope:conformance', onlyDependOnLibsWithTags: ['scope:conformance', 'scope:shared'] },
            { sourceTag: 'scope:explorer', onlyDependOnLibsWithTags: ['scope:explorer', 'scope:shared'] },
            { sourceTag: 'scope:examples', onlyDependOnLibsWithTags: ['scope:shared'] },
            { sourceTag: 'scope:workspace', onlyDependOnLibsWithTags: [] },
          ],
        },
      ],
    },
  },
  {
    files: ['**/src/**/*.{ts,tsx}'],
    ignores: ['**/*.spec.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        { paths: [{ name: '@resource-catalogue/end-to-end', message: 'It starts services and browsers for tests.' }] },
      ],
    },
  },
);
