import { expect } from '@jest/globals';
import { problemCodes, type ProblemCode } from '@resource-catalogue/contracts';
import { asArray, type JsonObject, asObject } from '@resource-catalogue/testing/json';
import type { HttpResponse } from '../../support/service.js';

/** Asserts that a response satisfies ERR-2 and ERR-3, and returns its body. */
export function expectProblem(
  response: Pick<HttpResponse, 'status' | 'headers' | 'text'>,
  code: ProblemCode,
): JsonObject {
  const { status, title } = problemCodes[code];
  const body = asObject(JSON.parse(response.text));
  const { detail, type, request_id: requestId, errors, ...rest } = body;
  expect({ sent: response.status, ...rest }).toEqual({ sent: status, code, status, title });
  expect(response.headers).toMatchObject({
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
    'x-request-id': requestId,
  });
  expect(type).toMatch(new RegExp(`^https?://[^/]+(/.*)?/problems/${code}$`));
  expect(detail).toMatch(/^[A-Z].*\.$/);
  // The first errors are enough, and faster than thousands.
  if (status === 400) for (const error of errorsOf(body).slice(0, 50)) expectError(error);
  else expect(errors).toBeUndefined();
  return body;
}

export const errorsOf = (problem: JsonObject): JsonObject[] => asArray(problem['errors']).map(asObject);

function expectError({ parameter, pointer, header, ...rest }: JsonObject): void {
  const spots = [parameter, pointer, header].filter((spot) => spot !== undefined);
  expect(spots).toEqual([expect.any(String)]);
  expect(rest).toEqual({
    code: expect.stringMatching(/^[a-z_]+$/),
    detail: expect.stringMatching(/^\S(.|\n)*\.$/),
  });
}
