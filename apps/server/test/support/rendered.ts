import { type Rendering, renderTexts } from '@resource-catalogue/markdown';

const unlimited = { bytes: Infinity, blocks: Infinity };

/** What the service renders each of some texts as, where no limit stops it. */
export function renderedTexts(sources: readonly string[]): Rendering['html'] {
  return renderTexts(sources, unlimited).html;
}

export function rendered(source: string): string {
  return renderedTexts([source]).join('');
}
