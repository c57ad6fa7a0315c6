import { clientProgram, curlCommand } from '../request/commands.js';
import { Code } from './code.js';
import { useSession } from './session.js';

interface Props {
  readonly target: string;
  readonly call: string;
}

/** The current request, to be sent from elsewhere. */
export function RequestCode({ target, call }: Props) {
  const { baseUrl } = useSession().catalogue;
  return (
    <details class="request">
      <summary>
        <code>GET {target}</code> <span class="soft">as curl and client code</span>
      </summary>
      <div class="pair">
        <Code label="curl" text={curlCommand(`${baseUrl}${target}`)} />
        <Code label="Client library" text={clientProgram(baseUrl, call)} />
      </div>
    </details>
  );
}
