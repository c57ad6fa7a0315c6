import { readFileSync, writeFileSync } from 'node:fs';
import { entries } from './declarations.mjs';

// Writes the declarations of the assembled package to api/, so that reviews show changes for its users:
// npm run api -w @resource-catalogue/client
for (const entry of entries) {
  const name = entry === '.' ? '' : `/${entry}`;
  const declarations = readFileSync(new URL(`dist/${entry}/index.d.ts`, import.meta.url), 'utf8');
  const report = `# @resource-catalogue/client${name}\n\n\`\`\`ts\n${declarations}\`\`\`\n`;
  writeFileSync(new URL(`../api/${entry === '.' ? 'client' : entry}.md`, import.meta.url), report);
}
