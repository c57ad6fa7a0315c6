import { useEffect, useRef } from 'preact/hooks';
import type { Failure } from '../request/send-request.js';
import { isTemporary } from '../request/retried-request.js';
import { type RepeatableRequest, useNow } from './session.js';

/** Placeholder for rows that are missing or loading. */
export function NoData({ reply, ...again }: RepeatableRequest) {
  if (reply?.ok === false) return <Problem failure={reply.failure} again={again} />;
  return (
    <p class="empty" role="status">
      Loading …
    </p>
  );
}

interface Props {
  readonly failure: Failure;
  /** The next request, if it can be repeated. */
  readonly again?: Omit<RepeatableRequest, 'reply'>;
}

/** An error as the service words it: what is wrong, where, and when to retry. */
export function Problem({ failure, again }: Props) {
  const { status, title, detail, code, errors, retryAfter, requestId } = failure;
  const panel = useRef<HTMLElement>(null);
  // Do not scroll again if a retry has the same error.
  useEffect(() => panel.current?.scrollIntoView({ block: 'nearest' }), [again ? title : failure]);
  return (
    <section class="card problem" ref={panel}>
      {/* Only what stays the same over retries, since screen readers repeat an alert that changes. */}
      <div role="alert">
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
        {code !== null && (
          <p class="small">
            <a href={`problems/${encodeURIComponent(code)}`}>What {code} means</a>
          </p>
        )}
      </div>
      {again && isTemporary(failure) && <Retry {...again} />}
      {!again && retryAfter !== null && <p>{`Try again in ${retryAfter} s.`}</p>}
      {requestId !== null && (
        <p class="soft small">
          request <code>{requestId}</code>
        </p>
      )}
    </section>
  );
}

function Retry({ retryAt, sendAgain }: Omit<RepeatableRequest, 'reply'>) {
  const now = useNow(1000);
  return (
    <p>
      <button type="button" onClick={sendAgain}>
        Try again
      </button>{' '}
      {retryAt !== null && (
        <span role="timer">{`Retrying in ${Math.max(0, Math.ceil((retryAt - now) / 1000))} s.`}</span>
      )}
    </p>
  );
}
