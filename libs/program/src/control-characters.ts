/** Control characters except line feeds, and characters that change the direction of text. */
const controls = /[^\P{Cc}\n]|[\p{Bidi_Control}\u2028\u2029]/gu;

/** Escapes control characters as JSON does, so that foreign text cannot control the terminal. */
export function escapeControls(text: string): string {
  return text.replace(controls, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
