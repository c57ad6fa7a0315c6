import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const assembled = fileURLToPath(new URL('dist', import.meta.url));
const entries = ['', 'cache', 'logging', 'testing', 'validation'];

/** The declarations of each entry of the assembled package: name of the report → its text. */
export function reports() {
  return entries.map((entry) => {
    const name = entry === '' ? '@resource-catalogue/client' : `@resource-catalogue/client/${entry}`;
    const declarations = readFileSync(join(assembled, entry, 'index.d.ts'), 'utf8');
    return [`${entry === '' ? 'client' : entry}.md`, `# ${name}\n\n\`\`\`ts\n${declarations}\`\`\`\n`];
  });
}
