import { type RenderingLimits, renderTexts } from '../src/render-markdown.js';

/** As wide as those of a service: what goes beyond them is too much for any. */
export const limits: RenderingLimits = { bytes: 2 * 1024 * 1024, blocks: 100_000 };

/** What a text is rendered as where no limit stops it. */
export function rendered(source: string): string {
  return renderTexts([source], { bytes: Infinity, blocks: Infinity }).html.join('');
}
