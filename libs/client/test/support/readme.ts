import { codeBlocks } from '@resource-catalogue/testing/documents';

/** Joins all examples of the README, in order, into one program. */
export function readmeProgram(): string {
  const lines = codeBlocks('libs/client/README.md', 'ts', 11).join('\n').split('\n');
  const isImport = (line: string) => line.startsWith('import ');
  return [...lines.filter(isImport), ...lines.filter((line) => !isImport(line))].join('\n');
}
