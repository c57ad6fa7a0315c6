import { type RenderingLimits, renderTexts } from '../src/render-markdown.js';

/** The limits of the service. */
export const limits: RenderingLimits = { bytes: 2 * 1024 * 1024, blocks: 100_000 };

/** The HTML of a text, rendered without limits. */
export function rendered(source: string): string {
  return renderTexts([source], { bytes: Infinity, blocks: Infinity }).html.join('');
}
