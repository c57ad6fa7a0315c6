import { renderTexts } from '@resource-catalogue/markdown';

const unlimited = { bytes: Infinity, blocks: Infinity };

/** HTML rendered from blocks of Markdown as the service renders it (WRITE-8). */
export function toHtml(blocks: readonly string[] | null): string | null {
  const source = toMarkdown(blocks);
  return source === null ? null : renderTexts([source], unlimited).html.join('');
}

/** The same blocks as Markdown source. */
export function toMarkdown(blocks: readonly string[] | null): string | null {
  return blocks?.join('\n\n') ?? null;
}
