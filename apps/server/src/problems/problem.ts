import type { ProblemCode } from '@resource-catalogue/contracts';

/** One fault of a request and where it stands (ERR-2). */
export interface ProblemFault {
  readonly parameter?: string;
  readonly pointer?: string;
  readonly header?: string;
  readonly code: string;
  readonly detail: string;
}

interface ProblemParts {
  readonly faults?: readonly ProblemFault[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** What any layer throws to refuse a request: a code of the interface, never an HTTP exception. */
export class Problem extends Error {
  readonly faults: readonly ProblemFault[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    readonly code: ProblemCode,
    detail: string,
    { faults, headers = {} }: ProblemParts = {},
  ) {
    super(detail);
    this.name = 'Problem';
    this.faults = faults;
    this.headers = headers;
  }
}

/** ERR-4: a bad cursor alone has a code of its own; beside other faults it is one of them. */
export function refusedRequest(faults: readonly ProblemFault[]): Problem {
  if (faults.length === 1 && faults[0]?.code === 'invalid_cursor') {
    return new Problem('invalid_cursor', faults[0].detail, { faults });
  }
  const count = faults.length === 1 ? 'one fault' : `${faults.length} faults`;
  return new Problem('invalid_request', `The request has ${count}: see errors.`, { faults });
}
