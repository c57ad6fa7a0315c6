export { hasActiveContent } from './active-html.js';
export { MarkdownRenderer, MarkdownUnavailable, type RendererOptions } from './markdown-renderer.js';
export { type Excess, type Rendering, type RenderingLimits, renderTexts } from './render-markdown.js';
