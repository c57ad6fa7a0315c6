// One script served by the site itself: the Mermaid package would install 97 packages and 130 MB.
import address from '@mermaid-js/tiny/dist/mermaid.tiny.js?url';

let loaded;

/** Loaded with the first diagram that is shown. */
export const mermaid = () => (loaded ??= load());

function load() {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    script.onload = () => resolve(globalThis.mermaid);
    script.onerror = () => reject(new Error(`${address} could not be loaded.`));
    document.head.append(script);
  });
}
