import { codeBlocks } from '@resource-catalogue/testing/documents';

/** One program of all examples in the README, in order, as a reader would type it. */
export function readmeProgram(): string {
  const lines = codeBlocks('libs/client/README.md', 'ts', 11).join('\n').split('\n');
  const isImport = (line: string) => line.startsWith('import ');
  return [...lines.filter(isImport), ...lines.filter((line) => !isImport(line))].join('\n');
}
