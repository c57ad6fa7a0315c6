import { createProjectGraphAsync } from '@nx/devkit';
import { ESLint } from 'eslint';

// Builds the project graph, lints each import as if it were in the given file, and prints the errors as JSON.
const [root, cases] = process.argv.slice(2);
await createProjectGraphAsync();
const eslint = new ESLint({ cwd: root });
const errors = [];
for (const [filePath, text] of JSON.parse(cases)) {
  const [result] = await eslint.lintText(text, { filePath });
  if (!result) throw new Error(`${filePath} is not linted.`);
  errors.push(result.messages.map(({ message }) => message));
}
console.log(JSON.stringify(errors));
// The plugins of Nx would keep the process running.
process.exit();
