import { parentPort } from 'node:worker_threads';
import { type RenderingLimits, renderTexts } from './render-markdown.js';

/** A message to the worker, which responds with a Rendering. */
export interface RenderTask {
  readonly sources: readonly string[];
  readonly limits: RenderingLimits;
}

parentPort?.on('message', ({ sources, limits }: RenderTask) => {
  parentPort?.postMessage(renderTexts(sources, limits));
});
