// Runs several command lines, each a JSON array of words, in one process, because loading the program takes longer than
// most commands. After the output of each, prints a separator line with its exit code.
const [program, ...lines] = process.argv.slice(2);
const { catalogueProgram } = await import(program);
for (const line of lines) {
  process.exitCode = 0;
  try {
    await catalogueProgram().parseAsync(JSON.parse(line), { from: 'user' });
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
  for (const output of [process.stdout, process.stderr]) output.write(`=== ${process.exitCode}\n`);
}
process.exitCode = 0;
