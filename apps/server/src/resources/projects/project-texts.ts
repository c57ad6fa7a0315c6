import { Worker } from 'node:worker_threads';
import { type FactoryProvider, Logger } from '@nestjs/common';
import { type ProjectDto, renderedLimits } from '@resource-catalogue/contracts';
import { type Excess, MarkdownRenderer, MarkdownUnavailable } from '@resource-catalogue/markdown';
import { ProblemError, type ValidationError } from '../../errors/problem-error.js';
import { renderWorker } from '../../package-files.js';
import type { WriteRequest } from '../../parameters/write-request.js';

type Sent = WriteRequest<object>['sent'];
type Stored = Pick<ProjectDto, 'description' | 'description_rendered' | 'steps'>;

interface SentText {
  readonly pointer: string;
  readonly text: string;
}

/** A text with its HTML; undefined if this text, or one before it, exceeded the limits. */
interface RenderedText extends SentText {
  readonly html: string | undefined;
}

const logger = new Logger(MarkdownRenderer.name);

/** One renderer for the process, with the limits of WRITE-10. */
export const markdownRenderer: FactoryProvider<MarkdownRenderer> = {
  provide: MarkdownRenderer,
  useFactory: () =>
    new MarkdownRenderer({
      limits: renderedLimits,
      startWorker: () => new Worker(renderWorker, { resourceLimits: { maxOldGenerationSizeMb: 512 } }),
      report: (message, error) => (error ? logger.error(message, error.stack) : logger.warn(message)),
    }),
};

/** Renders texts of a body that the project does not have; texts with another error are left out. */
export async function renderedTexts(
  renderer: Pick<MarkdownRenderer, 'render'>,
  { sent, errors, principal }: Pick<WriteRequest<object>, 'sent' | 'errors' | 'principal'>,
  project: Stored | null,
): Promise<RenderedTexts> {
  const invalid = new Set(errors.map(({ pointer }) => pointer));
  const texts = listTexts(sent).filter(({ pointer }) => !invalid.has(pointer) && !invalid.has('/steps'));
  const stored = renderings(project);
  const added = texts.filter(({ text }) => !stored.has(text));
  const sources = added.map(({ text }) => text);
  const { html, excess } = await renderer.render(principal.tokenId, sources).catch(rejectUnavailable);
  const places = new Map(added.map(({ pointer }, index) => [pointer, index]));
  const rendered = texts.map(({ pointer, text }) => {
    const place = places.get(pointer);
    return { pointer, text, html: place === undefined ? stored.get(text) : html[place] };
  });
  return new RenderedTexts(rendered, excess ?? 'bytes');
}

/** The HTML of the texts of a project, by text: equal texts are not rendered again. */
function renderings(project: Stored | null): ReadonlyMap<string, string> {
  const texts = project ? [project, ...project.steps] : [];
  return new Map(
    texts.flatMap(({ description, description_rendered: html }) =>
      description === null || html === null ? [] : [[description, html] as const],
    ),
  );
}

function rejectUnavailable(error: unknown): never {
  if (!(error instanceof MarkdownUnavailable)) throw error;
  throw new ProblemError('unavailable', 'The Markdown cannot be rendered at the moment: try again.', {
    headers: { 'Retry-After': '1' },
  });
}

/** The HTML of every text of a body, created before the transaction that stores it. */
export class RenderedTexts {
  private readonly html: ReadonlyMap<string, string | undefined>;

  constructor(
    private readonly texts: readonly RenderedText[],
    private readonly excess: Excess,
  ) {
    this.html = new Map(texts.map(({ text, html }) => [text, html]));
  }

  readonly htmlOf = (text: string): string => {
    const html = this.html.get(text);
    if (html === undefined) throw new Error('The text was not rendered.');
    return html;
  };

  /**
   * WRITE-10: texts that the project keeps count first, then those of the body, up to the one that exceeds the
   * limit.
   */
  errors(sent: Sent, project: Stored | null): ValidationError[] {
    const own = [project?.description_rendered];
    const ofSteps = (project?.steps ?? []).map((step) => step.description_rendered);
    // Projects that were larger before there was a limit may stay so, and shrink.
    const maxBytes = Math.max(renderedLimits.bytes, countBytes([...own, ...ofSteps]));
    let bytes = countBytes([
      ...(sent['description'] === undefined ? own : []),
      ...(sent['steps'] === undefined ? ofSteps : []),
    ]);
    for (const { pointer, html } of this.texts) {
      if (html === undefined) return [tooLarge(pointer, this.excess)];
      bytes += countBytes([html]);
      if (bytes > maxBytes) return [tooLarge(pointer, 'bytes')];
    }
    return [];
  }
}

const countBytes = (html: readonly (string | null | undefined)[]): number =>
  html.reduce((sum, part) => sum + Buffer.byteLength(part ?? ''), 0);

/** The Markdown of a body, in the order of its fields. */
function listTexts({ description, steps }: Sent): SentText[] {
  const own = typeof description === 'string' ? [{ pointer: '/description', text: description }] : [];
  const parts: readonly unknown[] = Array.isArray(steps) ? steps : [];
  const ofSteps = parts.flatMap((step, index) => {
    const text = typeof step === 'object' && step !== null && 'description' in step ? step.description : null;
    return typeof text === 'string' ? [{ pointer: `/steps/${index}/description`, text }] : [];
  });
  return [...own, ...ofSteps];
}

const sentences: Readonly<Record<Excess, string>> = {
  bytes: `With this text the HTML of the project exceeds ${renderedLimits.bytes} bytes: shorten it.`,
  blocks: `With this text the Markdown exceeds ${renderedLimits.blocks} paragraphs, list items, table cells and other blocks: shorten it.`,
};

const tooLarge = (pointer: string, excess: Excess): ValidationError => ({
  pointer,
  code: 'too_large',
  detail: sentences[excess],
});
