import { posix } from 'node:path';
import type { WorkspaceTree } from './workspace-tree.js';

const guide = /^docs\/(?:operations\/[^/]+|security)\.md$/;
const security = 'docs/security.md';
const configuration = 'apps/server/src/config/configuration.ts';

/** Names in capitals that are no part of the configuration: read elsewhere, by the SDK of OpenTelemetry, or no variables at all. */
const others = [
  'MIRROR_TOKEN',
  'MIRROR_TOKEN_FILE',
  'OTEL_TRACES_SAMPLER',
  'OTEL_TRACES_SAMPLER_ARG',
  'ERR_JWT_CLAIM_VALIDATION_FAILED',
];

const guides = (tree: WorkspaceTree) => tree.matching(guide).map((file) => ({ file, text: tree.text(file) }));

const found = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, part = '']) => part);

/** Links of the guides that lead to no file of the workspace. */
export function deadLinks(tree: WorkspaceTree): string[] {
  return guides(tree).flatMap(({ file, text }) =>
    found(text, /\]\(([^)\s]+)\)/g)
      .filter((link) => !/^(?:[a-z]+:|#)/.test(link))
      .filter((link) => {
        const path = posix.join(posix.dirname(file), link.replace(/#.*/, ''));
        return !tree.has(path) && tree.matching(/./).every((one) => !one.startsWith(`${path}/`));
      })
      .map((link) => `${file} links to ${link}, which is not there.`),
  );
}

/** What docs/security.md says of the workspace and is not so: files, tests, and sections that name no test. */
export function wrongEvidence(tree: WorkspaceTree): string[] {
  const text = tree.text(security);
  const files = new Set(found(text, /`((?:apps|libs|prisma|tools|docs)\/[^`\s]+)`/g));
  const missing = [...files]
    .filter((file) => !tree.has(file))
    .map((file) => `${security} names ${file}, which is not there.`);
  const rows = [...text.matchAll(/^\| `([^`]+\.spec\.ts)` *\| (.*?) *\|$/gm)];
  const untold = rows
    .filter(([, spec = '', name = '']) => name === '' || !tree.text(spec).includes(name.replaceAll('\\', '')))
    .map(([, spec = '', name = '']) => `${security} says that ${spec} has the test "${name}", which it has not.`);
  const bare = text
    .split(/^## /m)
    .filter((section) => /^API\d+:/.test(section) && !/^\| `[^`]+\.spec\.ts`/m.test(section))
    .map((section) => `${security} names no test under ${section.split('\n')[0] ?? ''}.`);
  return [...missing, ...untold, ...bare];
}

/** Variables in code of the guides that the configuration does not read. */
export function unknownVariables(tree: WorkspaceTree): string[] {
  const known = new Set(others);
  for (const part of tree.text(configuration).split('@Variable(').slice(1)) {
    const name = /'([A-Z_]+)'/.exec(part)?.[1] ?? '';
    known.add(name);
    if (/\bsecret: true\b/.test(part)) known.add(`${name}_FILE`);
  }
  return guides(tree).flatMap(({ file, text }) =>
    [
      ...new Set(
        found(text, /(```[\s\S]*?```|`[^`]+`)/g).flatMap((code) => found(code, /\b([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\b/g)),
      ),
    ]
      .filter((name) => !known.has(name))
      .map((name) => `${file} names ${name}, which the configuration does not read.`),
  );
}
