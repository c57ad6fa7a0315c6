import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';

const source = new URL('../src/', import.meta.url);
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /(?<!\.spec)\.ts$/.test(file),
);

/** A message for each class property in a file that has no decorator. */
function undecorated(file: string): string[] {
  const tree = ts.createSourceFile(file, readFileSync(new URL(file, source), 'utf8'), ts.ScriptTarget.ESNext, true);
  return tree.statements.filter(ts.isClassDeclaration).flatMap(({ name, members }) =>
    members
      .filter(ts.isPropertyDeclaration)
      .filter((property) => !ts.getDecorators(property)?.length)
      .map(
        (property) =>
          `${property.name.getText()} of ${name?.text} in src/${file} has no decorator, so responses, documents and checks would lack it: add one.`,
      ),
  );
}

describe('every class property', () => {
  it('has a decorator of fields.ts, nested-fields.ts, body-fields.ts or filters.ts', () => {
    expect(files.flatMap(undecorated)).toEqual([]);
  });
});
