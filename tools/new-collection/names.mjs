/** A call that cannot be carried out; the message says why and what to do. */
export class Refusal extends Error {}

const shape = /^[a-z][a-z0-9]*(_[a-z][a-z0-9]*)*$/;

/** Every form in which the code names a collection, from the name in its path. */
export function namesOf(plural, singular = singularOf(plural)) {
  for (const name of [plural, singular]) {
    if (!shape.test(name)) throw new Refusal(`'${name}' is no snake_case name, such as 'tool_boxes'.`);
  }
  if (plural === singular) {
    throw new Refusal(
      `What is one of '${plural}' called? Say it: --singular NAME, and give the plural as the collection.`,
    );
  }
  return {
    plural,
    singular,
    words: plural.replaceAll('_', ' '),
    word: singular.replaceAll('_', ' '),
    plurals: { kebab: kebab(plural), camel: camel(plural), pascal: pascal(plural) },
    singulars: { kebab: kebab(singular), camel: camel(singular), pascal: pascal(singular) },
  };
}

function singularOf(plural) {
  if (/[^aeiou]ies$/.test(plural)) return plural.replace(/ies$/, 'y');
  if (/(s|x|z|ch|sh)es$/.test(plural)) return plural.replace(/es$/, '');
  return plural.replace(/(?<!s)s$/, '');
}

const kebab = (name) => name.replaceAll('_', '-');
const camel = (name) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
const pascal = (name) => camel(`_${name}`);
