import { posix } from 'node:path';
import type { WorkspaceTree } from './workspace-tree.js';

const guide = /^docs\/(?:operations\/[^/]+|security)\.md$/;
const security = 'docs/security.md';
const faults = 'docs/operations/faults.md';
const configuration = 'libs/program/src/configuration.ts';

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

/** Relative links of all documents that lead to no file of the workspace, or to no heading of one. */
export function deadLinks(tree: WorkspaceTree): string[] {
  return tree.matching(/\.md$/).flatMap((file) =>
    found(withoutCode(tree.text(file)), /\]\(([^)\s]+)\)/g)
      .filter((link) => !/^[a-z]+:/.test(link))
      .flatMap((link) => {
        const [path = '', heading] = link.split('#');
        const target = path === '' ? file : posix.join(posix.dirname(file), path).replace(/\/$/, '');
        if (!tree.has(target) && tree.files.every((one) => !one.startsWith(`${target}/`)))
          return [`${file} links to ${link}, which is not there.`];
        if (heading === undefined || anchorsOf(tree.text(target)).has(heading)) return [];
        return [`${file} links to ${link}, which is no heading there.`];
      }),
  );
}

const withoutBlocks = (text: string): string => text.replace(/^ *(```+)[^\n]*\n[\s\S]*?^ *\1$/gm, '');
const withoutCode = (text: string): string => withoutBlocks(text).replace(/`[^`\n]+`/g, '');

/** As GitHub makes them, and apps/site: a heading that comes again gets a number. */
function anchorsOf(text: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const heading of found(withoutBlocks(text), /^#+ +(.*?) *$/gm)) {
    const words = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const anchor = words.replace(/[^\p{L}\p{N}\p{M}_\- ]/gu, '').replaceAll(' ', '-');
    let number = 0;
    while (anchors.has(number === 0 ? anchor : `${anchor}-${number}`)) number += 1;
    anchors.add(number === 0 ? anchor : `${anchor}-${number}`);
  }
  return anchors;
}

/** What docs/security.md says of the workspace and is not so: files, tests, and sections that name no test; files of the faults. */
export function wrongEvidence(tree: WorkspaceTree): string[] {
  const text = tree.text(security);
  const missing = [security, faults]
    .filter((page) => tree.has(page))
    .flatMap((page) => {
      const files = new Set(found(tree.text(page), /`((?:apps|libs|prisma|tools|docs)\/[^`\s]+)`/g));
      return [...files].filter((file) => !tree.has(file)).map((file) => `${page} names ${file}, which is not there.`);
    });
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
