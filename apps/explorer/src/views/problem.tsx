import { useEffect, useRef } from 'preact/hooks';
import type { Failure } from '../request/ask.js';
import type { Answered } from './session.js';

/** Placeholder for rows that are missing or loading. */
export function NoAnswer({ reply, askAgain }: Answered) {
  if (reply?.ok === false) return <Problem failure={reply.failure} askAgain={askAgain} />;
  return (
    <p class="empty" role="status">
      Asking …
    </p>
  );
}

interface Props {
  readonly failure: Failure;
  readonly askAgain?: () => void;
}

/** An error as the service words it: what is wrong, where, and when to retry. */
export function Problem({ failure, askAgain }: Props) {
  const { status, title, detail, code, errors, retryAfter, requestId } = failure;
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.scrollIntoView({ block: 'nearest' }), [failure]);
  return (
    <section class="problem" role="alert" ref={panel}>
      <h2>
        {status !== null && <span class="status">{status}</span>} {title}
      </h2>
      <p>{detail}</p>
      {errors.length > 0 && (
        <ul>
          {errors.map((error) => (
            <li key={`${error.place} ${error.code}`}>
              <code>{error.place}</code> <span class="soft">{error.code}</span>
              <br />
              {error.detail}
            </li>
          ))}
        </ul>
      )}
      {retryAfter !== null && <p>{`Try again in ${retryAfter} s.`}</p>}
      {askAgain && (status === null || status === 429 || status >= 500) && (
        <p>
          <button type="button" onClick={askAgain}>
            Ask again
          </button>
        </p>
      )}
      <p class="soft small">
        {code !== null && (
          <>
            <a href={`problems/${encodeURIComponent(code)}`}>What {code} means</a>
            {requestId !== null && ' · '}
          </>
        )}
        {requestId !== null && (
          <>
            request <code>{requestId}</code>
          </>
        )}
      </p>
    </section>
  );
}
