import nx from '@nx/eslint-plugin';
import prettier from 'eslint-config-prettier/flat';
import tseslint from 'typescript-eslint';

/** Whoever lints the whole workspace checks its types in one program, where projects do not check those of others again. */
const types = process.cwd() === import.meta.dirname ? { project: 'tsconfig.lint.json' } : { projectService: true };

export default tseslint.config(
  {
    ignores: [
      ...['**/bundle', '**/dist', '**/out-tsc', '**/node_modules', '**/generated', '.nx', '.data'],
      // They import what only their test generates, and compiles with them.
      'examples/generated-clients',
    ],
  },
  ...tseslint.configs.recommendedTypeChecked,
  ...tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        ...types,
        tsconfigRootDir: import.meta.dirname,
      },
    },
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
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/dot-notation': ['error', { allowIndexSignaturePropertyAccess: true }],
      '@typescript-eslint/no-empty-function': ['error', { allow: ['arrowFunctions'] }],
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      '@typescript-eslint/consistent-type-imports': 'off',
      '@typescript-eslint/no-extraneous-class': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  {
    // They have types of browsers, and their own settings of the compiler.
    files: ['apps/explorer/**', 'apps/site/**', 'examples/**', 'libs/client/src/**'],
    languageOptions: { parserOptions: { project: null, projectService: true } },
  },
  { files: ['**/*.mjs'], extends: [tseslint.configs.disableTypeChecked] },
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
  {
    files: ['**/*.ts', '**/*.tsx'],
    ignores: ['**/*.spec.ts', '**/test/**'],
    rules: {
      'max-lines': ['error', 300],
      'no-restricted-properties': [
        'error',
        {
          object: 'URL',
          property: 'canParse',
          message: 'Node 20 refuses Latin-1 letters after some calls: use parseUrl.',
        },
      ],
      'max-lines-per-function': ['error', { max: 45, skipComments: true, skipBlankLines: true }],
    },
  },
  prettier,
);
