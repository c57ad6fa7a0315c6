import { createProjectGraphAsync } from '@nx/devkit';
import { ESLint } from 'eslint';

// Makes the graph of the projects, which one of the rules reads, lints imports as if they stood in the files named, and
// prints what the rules on imports say of each.
const [root, cases] = process.argv.slice(2);
await createProjectGraphAsync();
const eslint = new ESLint({ cwd: root });
const answers = [];
for (const [filePath, text] of JSON.parse(cases)) {
  const [result] = await eslint.lintText(text, { filePath });
  if (!result) throw new Error(`${filePath} is not linted at all.`);
  answers.push(result.messages.map(({ message }) => message));
}
console.log(JSON.stringify(answers));
// Nx keeps its plugins at work, and the process with them.
process.exit();
