import { useEffect, useRef, useState } from 'preact/hooks';
import type { judgeToken } from '../request/asking.js';
import { NoAnswer, Problem } from './problem.js';
import type { Answered } from './session.js';

interface Props {
  /** Null without a token. */
  readonly verdict: ReturnType<typeof judgeToken> | null;
  /** The request that tries the token. */
  readonly check: Answered;
  /** Whether there is a collection to try a token on. */
  readonly canCheck: boolean;
  readonly onToken: (token: string | null, remember: boolean) => void;
}

/** The form to enter or forget the token. */
export function TokenBar({ verdict, check, canCheck, onToken }: Props) {
  const failure = check.reply?.ok === false ? check.reply.failure : null;
  return (
    <section aria-label="Token">
      {verdict === null || verdict === 'rejected' ? (
        <TokenForm refused={verdict === 'rejected'} canCheck={canCheck} onToken={onToken} />
      ) : (
        <div class="bar">
          <p role="status">
            <span class={verdict === 'accepted' ? 'dot good' : 'dot'} aria-hidden="true" />{' '}
            {verdict === 'accepted' && 'Reading with your token.'}
            {verdict === 'unknown' && (failure ? 'Your token is kept, but not checked yet.' : 'Checking your token …')}
          </p>
          <button type="button" onClick={() => onToken(null, false)}>
            Forget it
          </button>
        </div>
      )}
      {verdict === 'rejected' && failure && <Problem failure={failure} />}
      {verdict === 'unknown' && failure && <NoAnswer {...check} />}
    </section>
  );
}

interface FormProps {
  readonly refused: boolean;
  readonly canCheck: boolean;
  readonly onToken: (token: string, remember: boolean) => void;
}

/** Not a password field, so that browsers do not offer to save the token. */
function TokenForm({ refused, canCheck, onToken }: FormProps) {
  const [typed, type] = useState('');
  const [remember, setRemember] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (refused) field.current?.focus();
  }, [refused]);
  const send = (event: Event) => {
    event.preventDefault();
    onToken(typed.trim(), remember);
    type('');
  };
  return (
    <form class="bar" autocomplete="off" onSubmit={send}>
      <label for="token">Access token</label>
      <input
        id="token"
        ref={field}
        class="secret"
        required
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        placeholder="rct_…"
        aria-describedby="token-note"
        value={typed}
        onInput={({ currentTarget }) => type(currentTarget.value)}
      />
      <button type="submit" class="main" disabled={!canCheck}>
        Explore
      </button>
      <label class="soft">
        <input
          type="checkbox"
          checked={remember}
          onChange={({ currentTarget }) => setRemember(currentTarget.checked)}
        />
        Remember in this tab
      </label>
      <p id="token-note" class="soft small">
        Unless you say so, it stays in the memory of this page and is not stored. It is never part of an address.
      </p>
    </form>
  );
}
