import net from 'node:net';
import tls from 'node:tls';

/** All bytes that a server sent on one connection. */
export interface Conversation {
  readonly text: string;
  /** The statuses of the responses, in order, including 100. */
  readonly statuses: readonly number[];
  readonly isClosed: boolean;
}

interface ConversationInput {
  readonly first: string;
  readonly afterContinue?: string;
  /** Whether the client closes its side after its first bytes. */
  readonly closesSide?: boolean;
  /** The number of final responses after which the conversation ends; 0 reads to the end. */
  readonly responses: number;
}

const statusesIn = (text: string): number[] =>
  [...text.matchAll(/HTTP\/1\.[01] (\d{3})/g)].map(([, status]) => Number(status));

/** Milliseconds of silence after which a conversation ends, as long as other requests may take by default. */
const silence = 10_000;

/**
 * Sends raw HTTP/1.1 on its own connection, and reads until the server closes it, is silent, or has sent the expected
 * number of response heads.
 */
export function converse(origin: URL, { first, afterContinue, closesSide = false, responses }: ConversationInput) {
  const isSecure = origin.protocol === 'https:';
  const host = origin.hostname.replace(/^\[|\]$/g, '');
  const port = Number(origin.port || (isSecure ? 443 : 80));
  return new Promise<Conversation>((resolve, reject) => {
    const socket = isSecure
      ? tls.connect({ host, port, ...(net.isIP(host) === 0 && { servername: host }) })
      : net.connect({ host, port });
    let text = '';
    let rest = afterContinue;
    const end = (isClosed: boolean): void => {
      socket.destroy();
      resolve({ text, statuses: statusesIn(text), isClosed });
    };
    socket.setTimeout(silence, () => end(false));
    socket.on('error', (error: Error) => (text === '' ? reject(error) : end(true)));
    socket.on('close', () => end(true));
    socket.on('data', (bytes: Buffer) => {
      text += bytes.toString('latin1');
      const statuses = statusesIn(text);
      if (rest !== undefined && statuses.includes(100)) {
        socket.write(rest);
        rest = undefined;
      }
      if (responses > 0 && statuses.filter((status) => status >= 200).length >= responses) end(false);
    });
    socket.write(first);
    if (closesSide) socket.end();
  });
}
