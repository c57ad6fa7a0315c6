/** Whether this page may write to the clipboard: browsers allow it over HTTPS and on the machine itself. */
export const canCopy = (): boolean => 'clipboard' in navigator && window.isSecureContext;

/** Copies a text, and answers what to tell the reader. */
export async function copy(text: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text);
    return 'Copied';
  } catch {
    return 'Not allowed';
  }
}

/** A button on a block of code that the server has written. */
export function addCopyButton(block: HTMLElement): void {
  if (!canCopy()) return;
  const frame = Object.assign(document.createElement('div'), { className: 'code' });
  const button = Object.assign(document.createElement('button'), { type: 'button', textContent: 'Copy' });
  button.setAttribute('aria-live', 'polite');
  button.addEventListener('click', () => {
    void copy(block.textContent).then((said) => (button.textContent = said));
  });
  block.replaceWith(frame);
  frame.append(block, button);
}
