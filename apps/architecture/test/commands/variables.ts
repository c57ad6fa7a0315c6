import { readConfiguration, variables as known } from '@resource-catalogue/program';
import { assignmentIn, type Command } from '@resource-catalogue/testing/shell';

const names = new Set(known.map(({ name }) => name));

/** What the service would say of all that a block sets. Nothing is known here of variables of other programs. */
export function wrongVariables(block: readonly Command[]): string[] {
  const own: Record<string, string> = {};
  for (const { words, variables } of block) {
    const exported = words[0] === 'export' ? words.slice(1) : [];
    const pairs = exported.map(assignmentIn);
    for (const [name, value] of [...pairs, ...Object.entries(variables)])
      if (names.has(name) && !value.includes('$')) own[name] = value;
  }
  try {
    readConfiguration(own);
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}
