const bin = 'resource-catalogue-conformance';

/** The command as it was called, so that the lines that it prints can be pasted: by npm, by npx or by its own name. */
export function programName({ npm_lifecycle_event: event, npm_lifecycle_script: script }: NodeJS.ProcessEnv): string {
  if (event === 'conformance') return 'npm run conformance --';
  return event === 'npx' && script?.startsWith(bin) === true ? 'npx @resource-catalogue/conformance' : bin;
}
