import type { Write } from '../request/ask.js';
import { clientProgram, curlCommand } from '../request/commands.js';
import { Code } from './code.js';
import { useSession } from './session.js';

interface Props {
  readonly target: string;
  readonly call: string;
  /** The body of a write. */
  readonly write?: Write;
}

/** The current request, to be sent from elsewhere. */
export function RequestCode({ target, call, write }: Props) {
  const { baseUrl } = useSession().catalogue;
  return (
    <details class="request">
      <summary>
        <code>
          {write?.method ?? 'GET'} {target}
        </code>{' '}
        <span class="soft">as curl and client code</span>
      </summary>
      <div class="pair">
        <Code label="curl" text={curlCommand(`${baseUrl}${target}`, write)} />
        <Code label="Client library" text={clientProgram(baseUrl, call)} />
      </div>
    </details>
  );
}
