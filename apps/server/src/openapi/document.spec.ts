import { describe, expect, it } from '@jest/globals';
import type { OpenAPIObject } from '@nestjs/swagger';
import { shareParts } from './document.js';

const header = { description: 'An id.', schema: { type: 'string' } };
const problem = (description: string) => ({
  description,
  headers: { 'X-Id': header },
  content: { 'application/problem+json': { examples: { not_found: {}, conflict: {} } } },
});
const limit = { name: 'limit', in: 'query' as const, schema: { type: 'integer' } };
const state = (value: string) => ({ name: 'filters[state][in]', in: 'query' as const, schema: { enum: [value] } });

const document: OpenAPIObject = {
  openapi: '3.1.0',
  info: { title: 'Things', version: '1' },
  paths: {
    '/one': {
      get: { parameters: [limit, state('a')], responses: { 200: { description: 'Fine.' }, 404: problem('No.') } },
    },
    '/two': { get: { parameters: [limit, state('b')], responses: { 404: problem('No.') } } },
    '/three': { post: { responses: { 404: problem('Something else.') } } },
  },
  components: { schemas: { Thing: { type: 'object' } } },
};

describe('shareParts', () => {
  const shared = shareParts(structuredClone(document));

  it('moves to the components what several operations have in common', () => {
    expect(shared.components).toEqual({
      schemas: document.components?.schemas,
      parameters: { limit },
      headers: { 'X-Id': header },
      responses: {
        not_found_or_conflict: { ...problem('No.'), headers: { 'X-Id': { $ref: '#/components/headers/X-Id' } } },
      },
    });
    for (const path of ['/one', '/two']) {
      const operation = shared.paths[path]?.get;
      expect(operation?.parameters?.[0]).toEqual({ $ref: '#/components/parameters/limit' });
      expect(operation?.responses[404]).toEqual({ $ref: '#/components/responses/not_found_or_conflict' });
    }
  });

  it('leaves in place what differs, and what only one operation has', () => {
    expect(shared.paths['/one']?.get?.parameters?.[1]).toEqual(state('a'));
    expect(shared.paths['/two']?.get?.parameters?.[1]).toEqual(state('b'));
    expect(shared.paths['/one']?.get?.responses[200]).toEqual({ description: 'Fine.' });
    expect(shared.paths['/three']?.post?.responses[404]).toMatchObject({ description: 'Something else.' });
  });
});
