/** How a request can end without an answer. */
export type TransportFault = 'unreachable' | 'timeout' | 'cut' | 'not-http' | 'tls' | 'budget' | 'closed';

/** A request that got no answer: nothing that a requirement is about, but something that a person must be told. */
export class TransportError extends Error {
  override readonly name = 'TransportError';

  constructor(
    readonly fault: TransportFault,
    message: string,
  ) {
    super(message);
  }
}

const faults: Readonly<Record<string, TransportFault>> = {
  ECONNREFUSED: 'unreachable',
  ENOTFOUND: 'unreachable',
  EAI_AGAIN: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  ECONNRESET: 'cut',
  EPIPE: 'cut',
  ECONNABORTED: 'cut',
  ETIMEDOUT: 'timeout',
};

const sentences: Readonly<Record<TransportFault, string>> = {
  unreachable: 'cannot be reached',
  timeout: 'does not answer in time',
  cut: 'cut the connection before its answer was complete',
  'not-http': 'does not speak HTTP',
  tls: 'has a certificate that is not trusted',
  budget: 'was not asked: the budget of requests is used up',
  closed: 'is not asked any more: the run has ended',
};

/** What Node says about a connection, in one clear line. */
export function transportError(error: unknown, origin: string): TransportError {
  if (error instanceof TransportError) return error;
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  const fault = faults[code] ?? (code.startsWith('HPE_') ? 'not-http' : /CERT|SSL|TLS/.test(code) ? 'tls' : 'cut');
  return new TransportError(fault, `${origin} ${sentences[fault]}${code === '' ? '' : ` (${code})`}.`);
}

/** The line for one of our own limits. */
export function limitReached(fault: 'timeout' | 'budget', origin: string, detail: string): TransportError {
  return new TransportError(fault, `${origin} ${sentences[fault]} (${detail}).`);
}

/** The line for whoever still asks after the end. */
export const ended = (origin: string): TransportError => new TransportError('closed', `${origin} ${sentences.closed}.`);
