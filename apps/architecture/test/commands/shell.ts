/** One program that a document lets a reader start. */
export interface Command {
  /** As a shell would hand them over; what it would put in place of `$…` is left as it is. */
  readonly words: readonly string[];
  /** Set before the program's name, or alone on a line. */
  readonly variables: Readonly<Record<string, string>>;
}

const token =
  /(?<word>(?:"(?:\\.|[^"\\])*"|'[^']*'|\$\((?:[^()]|\([^()]*\))*\)|\\.|[^\s"'\\|&;<>#]|(?<=\S)#)+)|(?<end>&&|\|\|?|;|\n)|(?<redirect>\d?[<>]+\s*\S+)|(?<comment>#[^\n]*)/g;

/** The commands of a block of `sh`, those inside of `$(…)` as well, in the order in which they are written. */
function commandsOf(code: string): Command[] {
  const text = code.replaceAll(/<<'?(\w+)'?(.*)\n[\s\S]*?\n\1$/gm, '$2').replaceAll(/\\\n\s*/g, ' ');
  const commands: Command[] = [];
  let words: string[] = [];
  const end = () => {
    if (words.length > 0) commands.push(...commandOf(words));
    words = [];
  };
  for (const { groups = {} } of text.matchAll(token)) {
    if (groups['word'] !== undefined) words.push(groups['word']);
    if (groups['end'] !== undefined) end();
  }
  end();
  return commands;
}

function commandOf(raw: readonly string[]): Command[] {
  const inner = raw.flatMap((word) => [...word.matchAll(/\$\(((?:[^()]|\([^()]*\))*)\)/g)]);
  const start = raw.findIndex((word) => !/^[A-Z_]+=/.test(word));
  const assigned = raw.slice(0, start === -1 ? raw.length : start);
  const variables = Object.fromEntries(assigned.map(unquoted).map(assignmentIn));
  const words = raw.slice(assigned.length).map(unquoted);
  return [...inner.flatMap(([, code = '']) => commandsOf(code)), { words, variables }];
}

/** A name, and what is behind its `=`. */
export const assignmentIn = (word: string): [name: string, value: string] => {
  const at = word.indexOf('=');
  return [word.slice(0, at), word.slice(at + 1)];
};

const unquoted = (word: string): string => word.replaceAll(/"((?:\\.|[^"\\])*)"|'([^']*)'/g, '$1$2');

/** What a document lets its readers do. */
export interface Documented {
  /** Each block of `sh`. */
  readonly blocks: readonly (readonly Command[])[];
  /** What stands in a line of text, where it begins with one of the programs. */
  readonly inline: readonly Command[];
}

export function documentedIn(text: string, programs: readonly string[]): Documented {
  const fences = /^ *```(\w*)\n([\s\S]*?)^ *```$/gm;
  const blocks = [...text.matchAll(fences)].filter(([, language]) => language === 'sh');
  const spans = [...text.replace(fences, '').matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
  const isCommand = (code: string) => programs.includes(/^(?:[A-Z_]+=\S* )*(\S+) ./.exec(code)?.[1] ?? '');
  return {
    blocks: blocks.map(([, , code = '']) => commandsOf(code)),
    inline: spans.filter(isCommand).flatMap(commandsOf),
  };
}
