import { fileURLToPath } from 'node:url';
import nx from '@nx/eslint-plugin';
import { includeIgnoreFile } from 'eslint/config';
import tseslint from 'typescript-eslint';

/** Imports between projects, and rules that Oxlint (.oxlintrc.json) lacks; Oxlint is many times faster. */
export default tseslint.config(
  includeIgnoreFile(fileURLToPath(new URL('.gitignore', import.meta.url))),
  // These files import clients that only their test generates; the test also compiles them.
  { ignores: ['examples/openapi-tools'] },
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
          // The generator of demo data is needed only at a first start, and the process that starts workers must load
          // little.
          checkDynamicDependenciesExceptions: ['@resource-catalogue/prisma', '@resource-catalogue/program'],
          depConstraints: [
            { sourceTag: 'type:contracts', onlyDependOnLibsWithTags: [] },
            { sourceTag: 'type:lib', onlyDependOnLibsWithTags: ['type:testing'] },
            { sourceTag: 'type:testing', onlyDependOnLibsWithTags: [] },
            { sourceTag: 'type:list-query', onlyDependOnLibsWithTags: ['type:contracts', 'type:testing'] },
            { sourceTag: 'type:data', onlyDependOnLibsWithTags: ['type:contracts', 'type:lib'] },
            { sourceTag: 'type:client', onlyDependOnLibsWithTags: ['type:contracts', 'type:testing'] },
            {
              sourceTag: 'type:conformance',
              onlyDependOnLibsWithTags: ['type:contracts', 'type:client', 'type:reference-server', 'type:testing'],
            },
            { sourceTag: 'type:reference-server', onlyDependOnLibsWithTags: ['type:contracts'] },
            {
              sourceTag: 'type:mcp',
              // Its tests run against the reference server.
              onlyDependOnLibsWithTags: ['type:contracts', 'type:client', 'type:reference-server', 'type:testing'],
            },
            { sourceTag: 'type:program', onlyDependOnLibsWithTags: ['type:contracts', 'type:lib', 'type:testing'] },
            {
              sourceTag: 'type:database',
              onlyDependOnLibsWithTags: ['type:program', 'type:data', 'type:lib', 'type:testing'],
            },
            {
              sourceTag: 'type:read',
              onlyDependOnLibsWithTags: [
                ...['type:program', 'type:database'],
                ...['type:contracts', 'type:list-query', 'type:data', 'type:lib', 'type:testing'],
              ],
            },
            {
              sourceTag: 'type:tokens',
              onlyDependOnLibsWithTags: [
                ...['type:program', 'type:database'],
                ...['type:contracts', 'type:data', 'type:testing'],
              ],
            },
            {
              sourceTag: 'type:transfer',
              onlyDependOnLibsWithTags: [
                ...['type:program', 'type:database', 'type:read'],
                ...['type:contracts', 'type:list-query', 'type:lib', 'type:testing'],
              ],
            },
            {
              sourceTag: 'type:demo',
              onlyDependOnLibsWithTags: [
                ...['type:program', 'type:database', 'type:tokens'],
                ...['type:data', 'type:testing'],
              ],
            },
            {
              sourceTag: 'type:server',
              onlyDependOnLibsWithTags: [
                ...['type:program', 'type:database', 'type:read', 'type:tokens', 'type:demo'],
                ...['type:contracts', 'type:list-query', 'type:data', 'type:lib', 'type:client', 'type:testing'],
                // The tests of the server run the conformance suite.
                'type:conformance',
              ],
            },
            {
              sourceTag: 'type:mirror',
              onlyDependOnLibsWithTags: [
                ...['type:program', 'type:database', 'type:read', 'type:transfer'],
                // The tests of the mirror follow a real server.
                ...['type:contracts', 'type:client', 'type:testing', 'type:server'],
              ],
            },
            {
              sourceTag: 'type:commands',
              onlyDependOnLibsWithTags: [
                ...['type:program', 'type:database', 'type:read', 'type:tokens', 'type:demo'],
                ...['type:transfer', 'type:mirror', 'type:server'],
                ...['type:contracts', 'type:client', 'type:data', 'type:testing'],
              ],
            },
            { sourceTag: 'type:bench', onlyDependOnLibsWithTags: ['type:data'] },
            { sourceTag: 'type:site', onlyDependOnLibsWithTags: [] },
            {
              sourceTag: 'type:architecture',
              onlyDependOnLibsWithTags: [
                'type:commands',
                'type:server',
                'type:program',
                'type:contracts',
                'type:testing',
              ],
            },
            { sourceTag: 'type:explorer', onlyDependOnLibsWithTags: ['type:client', 'type:contracts', 'type:testing'] },
            { sourceTag: 'type:example', onlyDependOnLibsWithTags: ['type:client', 'type:testing'] },
            { sourceTag: 'type:tool', onlyDependOnLibsWithTags: [] },
            { sourceTag: 'scope:shared', onlyDependOnLibsWithTags: ['scope:shared'] },
            {
              sourceTag: 'scope:server',
              onlyDependOnLibsWithTags: ['scope:server', 'scope:conformance', 'scope:shared'],
            },
            { sourceTag: 'scope:conformance', onlyDependOnLibsWithTags: ['scope:conformance', 'scope:shared'] },
            { sourceTag: 'scope:mcp', onlyDependOnLibsWithTags: ['scope:mcp', 'scope:conformance', 'scope:shared'] },
            { sourceTag: 'scope:explorer', onlyDependOnLibsWithTags: ['scope:explorer', 'scope:shared'] },
            { sourceTag: 'scope:examples', onlyDependOnLibsWithTags: ['scope:shared'] },
            { sourceTag: 'scope:workspace', onlyDependOnLibsWithTags: ['scope:server', 'scope:shared'] },
          ],
        },
      ],
    },
  },
  {
    files: ['**/*.{ts,tsx,mjs}'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'TSAsExpression > TSAsExpression > TSUnknownKeyword.typeAnnotation',
          message: 'Do not cast through unknown; check the value instead.',
        },
        {
          selector:
            'MemberExpression[object.name=/^(?:it|test|describe)$/][property.name=/^(?:skip|only|todo|failing)$/]',
          message: 'Every test must run and pass.',
        },
        { selector: 'ExportAllDeclaration', message: 'List the exports by name.' },
      ],
    },
  },
  {
    // `libs/client/api` records every export of this file for reviews.
    files: ['libs/client/src/index.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    files: ['**/src/**/*.{ts,tsx}', 'prisma/{index,seed/**/*}.ts'],
    ignores: ['**/*.spec.ts', 'libs/testing/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: [
                '@resource-catalogue/testing/*',
                '@resource-catalogue/*/testing/*',
                '@resource-catalogue/conformance',
                '**/test/**',
                '@jest/globals',
              ],
              message: 'This module supports tests and must not be imported by production code.',
            },
          ],
        },
      ],
    },
  },
);
