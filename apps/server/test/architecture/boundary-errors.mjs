import { createProjectGraphAsync } from '@nx/devkit';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';

// Makes the graph of the projects, which one of the rules reads, lints imports as if they stood in the files named, and
// prints what the rules on imports say of each.
const rules = ['@nx/enforce-module-boundaries', 'no-restricted-imports'];
const [root, cases] = process.argv.slice(2);
await createProjectGraphAsync();
const eslint = new ESLint({
  cwd: root,
  ruleFilter: ({ ruleId }) => rules.includes(ruleId),
  // The rule needs no types, and to load them for each project takes most of the time.
  overrideConfig: tseslint.configs.disableTypeChecked,
});
const answers = [];
for (const [filePath, text] of JSON.parse(cases)) {
  const [result] = await eslint.lintText(text, { filePath });
  if (!result) throw new Error(`${filePath} is not linted at all.`);
  answers.push(
    result.messages.filter(({ ruleId, fatal }) => rules.includes(ruleId) || fatal).map(({ message }) => message),
  );
}
console.log(JSON.stringify(answers));
// Nx keeps its plugins at work, and the process with them.
process.exit();
