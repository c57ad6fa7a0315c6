import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** A text to copy. */
export function Code({ label, text }: { label: string; text: string }) {
  return (
    <figure class="code">
      <figcaption class="soft small">{label}</figcaption>
      <pre tabIndex={0} aria-label={label} role="region">
        <code>{text}</code>
      </pre>
      <CopyButton label={label} text={text} />
    </figure>
  );
}

/** Adds a copy button to a code block written by the server. */
export function addCopyButton(block: HTMLElement): void {
  if (!canCopy()) return;
  const frame = Object.assign(document.createElement('div'), { className: 'code' });
  block.replaceWith(frame);
  render(<CopyButton text={block.textContent} />, frame);
  frame.prepend(block);
}

function CopyButton({ label, text }: { label?: string; text: string }) {
  const [said, say] = useState('Copy');
  useEffect(() => say('Copy'), [text]);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => say('Copied'),
      () => say('Not allowed'),
    );
  if (!canCopy()) return null;
  return (
    <button type="button" aria-live="polite" aria-label={label && `${said}: ${label}`} onClick={() => void copy()}>
      {said}
    </button>
  );
}

/** Whether this page may write to the clipboard: browsers allow it over HTTPS and on localhost. */
const canCopy = (): boolean => 'clipboard' in navigator && window.isSecureContext;
