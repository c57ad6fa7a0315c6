import { useEffect, useState } from 'preact/hooks';
import { canCopy, copy } from './copying.js';

/** A text to paste elsewhere. */
export function Code({ label, text }: { label: string; text: string }) {
  const [said, say] = useState('Copy');
  useEffect(() => say('Copy'), [text]);
  return (
    <figure class="code">
      <figcaption>{label}</figcaption>
      <pre tabIndex={0} aria-label={label} role="region">
        <code>{text}</code>
      </pre>
      {canCopy() && (
        <button
          type="button"
          aria-live="polite"
          aria-label={`${said}: ${label}`}
          onClick={() => void copy(text).then(say)}
        >
          {said}
        </button>
      )}
    </figure>
  );
}
