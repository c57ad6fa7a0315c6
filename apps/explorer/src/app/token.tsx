import { useEffect, useRef } from 'preact/hooks';
import { isRemembered } from '../request/storage.js';
import { Icon } from './icons.js';

interface FormProps {
  /** Whether the last token was rejected. */
  readonly isRejected: boolean;
  /** Whether there is a collection to try a token on. */
  readonly canCheck: boolean;
  readonly onToken: (token: string, remember: boolean) => void;
}

/** The form for the token. Not a password field, so that browsers do not offer to save the token. */
export function TokenForm({ isRejected, canCheck, onToken }: FormProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isRejected) field.current?.focus();
  }, [isRejected]);
  const send = (event: SubmitEvent & { readonly currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    onToken(field.current?.value.trim() ?? '', new FormData(event.currentTarget).has('remember'));
    event.currentTarget.reset();
  };
  return (
    <form class="card token-form" autocomplete="off" onSubmit={send}>
      <label for="token">Access token</label>
      <div class="line">
        <input
          id="token"
          name="token"
          ref={field}
          class="secret"
          required
          pattern="\s*[!-~]+\s*"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          placeholder="rct_…"
          aria-describedby="token-note"
        />
        <button type="submit" class="main" disabled={!canCheck}>
          Explore
        </button>
      </div>
      <label class="soft small">
        <input type="checkbox" name="remember" />
        Remember in this tab
      </label>
      <p id="token-note" class="soft small">
        The workshop issues it. It stays in this page's memory unless you tick the box, and is never sent in a URL.
      </p>
    </form>
  );
}

/** The token in use, and how to forget it. */
export function TokenControl({ onForget }: { onForget: () => void }) {
  return (
    <details class="menu">
      <summary class="button quiet">
        <Icon name="key" />
        Token
      </summary>
      <div class="card">
        <p role="status">{`Reading with your token${isRemembered() ? ', which this tab remembers' : ''}.`}</p>
        <button type="button" onClick={onForget}>
          Forget token
        </button>
      </div>
    </details>
  );
}
