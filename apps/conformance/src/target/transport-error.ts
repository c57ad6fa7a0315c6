type TransportFailure = 'unreachable' | 'timeout' | 'cut' | 'not-http' | 'tls' | 'budget' | 'closed';

/** A request that got no answer: nothing that a requirement is about, but something that a person must be told. */
export class TransportError extends Error {
  override readonly name = 'TransportError';

  constructor(
    readonly kind: TransportFailure,
    message: string,
  ) {
    super(message);
  }
}

const kinds: Readonly<Record<string, TransportFailure>> = {
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

const sentences: Readonly<Record<TransportFailure, string>> = {
  unreachable: 'cannot be reached',
  timeout: 'does not answer in time',
  cut: 'cut the connection before its answer was complete',
  'not-http': 'does not speak HTTP',
  tls: 'has a certificate that is not trusted',
  budget: 'was not asked: the limit of requests is reached',
  closed: 'is no longer asked: the run has ended',
};

export function transportError(error: unknown, origin: string): TransportError {
  if (error instanceof TransportError) return error;
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  const kind = kinds[code] ?? (code.startsWith('HPE_') ? 'not-http' : /CERT|SSL|TLS/.test(code) ? 'tls' : 'cut');
  return failure(kind, origin, code);
}

/** How a request ended, in one clear line. */
export function failure(kind: TransportFailure, origin: string, detail = ''): TransportError {
  return new TransportError(kind, `${origin} ${sentences[kind]}${detail === '' ? '' : ` (${detail})`}.`);
}
