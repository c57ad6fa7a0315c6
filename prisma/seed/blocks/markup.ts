import { renderTexts } from '@resource-catalogue/markdown';

const unlimited = { bytes: Infinity, blocks: Infinity };

/** The HTML of Markdown as the service renders it (WRITE-8), from its blocks. */
export function htmlOf(blocks: readonly string[] | null): string | null {
  const source = markdownOf(blocks);
  return source === null ? null : renderTexts([source], unlimited).html.join('');
}

/** The Markdown itself. */
export function markdownOf(blocks: readonly string[] | null): string | null {
  return blocks?.join('\n\n') ?? null;
}
