import { collections } from '@resource-catalogue/contracts';
import { models } from '../test/seed/prisma-schema.js';

/** Tables that almost every other table refers to: boxes list these references, so that few lines cross. */
const common = ['spaces', 'categories'];

const shown = new Set([...collections.map(({ name }) => name), 'groups']);

/** docs/concepts.md with the diagram of the tables that the schema relates by foreign keys. */
export function withDataModel(text: string): string {
  const mark = /<!-- data model -->\n[^]*?<!-- end -->/;
  if (!mark.test(text)) throw new Error('docs/concepts.md lacks the lines "<!-- data model -->" and "<!-- end -->".');
  return text.replace(mark, `<!-- data model -->\n\n\`\`\`mermaid\n${diagram()}\n\`\`\`\n\n<!-- end -->`);
}

function diagram(): string {
  const tables = models.filter(({ table }) => shown.has(table));
  const boxes = tables.flatMap(({ table, columns }) => {
    const keys = columns.filter(({ refersTo }) => refersTo !== null && common.includes(refersTo));
    if (keys.length === 0) return [];
    return [`  ${table} {`, ...keys.map(({ name }) => `    uuid ${name} FK`), '  }'];
  });
  const lines = tables.flatMap(({ table, columns }) =>
    columns.flatMap(({ name, nullable, refersTo }) =>
      refersTo === null || common.includes(refersTo) || !shown.has(refersTo)
        ? []
        : [`  ${table} }o--${nullable ? 'o|' : '||'} ${refersTo} : ${name.replace(/_id$/, '')}`],
    ),
  );
  return ['erDiagram', ...boxes, ...lines].join('\n');
}
