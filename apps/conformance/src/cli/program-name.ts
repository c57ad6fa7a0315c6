const bin = 'resource-catalogue-conformance';

/** The command as it was called (by npm, npx or its own name), so that printed lines can be pasted. */
export function programName({ npm_lifecycle_event: event, npm_lifecycle_script: script }: NodeJS.ProcessEnv): string {
  if (event === 'conformance') return 'npm run conformance --';
  return event === 'npx' && script?.startsWith(bin) === true ? 'npx @resource-catalogue/conformance' : bin;
}
