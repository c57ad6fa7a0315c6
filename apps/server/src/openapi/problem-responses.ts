import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, type ApiResponseOptions, getSchemaPath } from '@nestjs/swagger';
import { ProblemDto, type ProblemCode, problemCodes } from '@resource-catalogue/contracts';
import type { ProblemFault } from '../problems/problem.js';
import { problemHeaders } from './headers.js';

/** What a 400 of the operation may list. */
export type ExampleFaults = Partial<Record<ProblemCode, readonly ProblemFault[]>>;

/** Headers of an operation's own, by the status that they come with. */
export type OwnHeaders = Readonly<Record<number, NonNullable<ApiResponseOptions['headers']>>>;

/** The problems that an operation may answer, one response for each status with an example for each code (ERR-2, ERR-3). */
export function ApiProblems(
  faults: ExampleFaults,
  codes: readonly ProblemCode[],
  ownHeaders: OwnHeaders = {},
): MethodDecorator {
  const statuses = [...new Set(codes.map((code) => problemCodes[code].status))].sort();
  return applyDecorators(
    ApiExtraModels(ProblemDto),
    ...statuses.map((status) => {
      const ofStatus = codes.filter((code) => problemCodes[code].status === status);
      return ApiResponse({
        status,
        description: ofStatus.map((code) => `${problemCodes[code].title}: \`${code}\`.`).join(' '),
        headers: { ...problemHeaders(status), ...ownHeaders[status] },
        content: {
          'application/problem+json': {
            schema: { $ref: getSchemaPath(ProblemDto) },
            examples: Object.fromEntries(ofStatus.map((code) => [code, { value: example(code, faults[code]) }])),
          },
        },
      });
    }),
  );
}

function example(code: ProblemCode, errors: readonly ProblemFault[] | undefined) {
  const { status, title, explanation } = problemCodes[code];
  return {
    type: `https://catalogue.example.org/problems/${code}`,
    title,
    status,
    detail: /^.*?\.(?= |$)/.exec(explanation)?.[0] ?? title,
    code,
    request_id: '0198c1c0-09e0-7802-9950-2bd8f91c4736',
    ...(errors && { errors }),
  };
}
