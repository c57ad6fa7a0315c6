/** Selects from a list the words that a catalogue uses. */
export type ChooseWords = <Words>(list: readonly Words[]) => readonly Words[];

export function chooseWords(rare: boolean): ChooseWords {
  return (list) => (rare ? list : list.filter((words) => !isRare(words)));
}

/** Other scripts, emoji and invisible characters. */
const foreign = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]|\p{Extended_Pictographic}|\p{Cf}/u;
const markup = /["\\<>]/;
const longestUsual = 150;

/**
 * Whether words would look odd in a demo: another script, emoji, quotes and tags, ligatures and full-width letters, or
 * a very long name. Arrays hold blocks of Markdown, where quotes and tags are ordinary.
 */
function isRare(words: unknown): boolean {
  if (typeof words === 'string')
    return (
      foreign.test(words) || markup.test(words) || words.normalize('NFKC') !== words || words.length > longestUsual
    );
  if (Array.isArray(words)) return words.some((text) => foreign.test(String(text)));
  if (typeof words !== 'object' || words === null) return false;
  return Object.values(words).some((value) => !Array.isArray(value) && isRare(value));
}
