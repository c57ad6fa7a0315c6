import { posix } from 'node:path';
import type { WorkspaceTree } from './workspace-tree.js';

const guide = /^docs\/(?:operations\/[^/]+|security)\.md$/;
const security = 'docs/security.md';
const faults = 'docs/operations/faults.md';
const troubleshooting = 'docs/operations/troubleshooting.md';
const configuration = 'libs/program/src/configuration.ts';

/** Upper-case names that are not settings: variables of other programs or the OpenTelemetry SDK, and other words. */
const otherNames = [
  ...['CATALOGUE_TOKEN', 'CATALOGUE_URL', 'CONFORMANCE_TOKEN', 'MIRROR_TOKEN', 'MIRROR_TOKEN_FILE', 'NO_COLOR'],
  ...['OTEL_TRACES_SAMPLER', 'OTEL_TRACES_SAMPLER_ARG', 'ERR_JWT_CLAIM_VALIDATION_FAILED'],
];

const findAll = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, part = '']) => part);

/** Finds relative links in documents to files or headings that do not exist. */
export function deadLinks(tree: WorkspaceTree): string[] {
  return tree.matching(/\.md$/).flatMap((file) =>
    findAll(withoutBlocks(tree.text(file)).replace(/`[^`\n]+`/g, ''), /\]\(([^)\s]+)\)/g)
      .filter((link) => !/^[a-z]+:/.test(link))
      .flatMap((link) => {
        const [path = '', heading] = link.split('#');
        const target = path === '' ? file : posix.join(posix.dirname(file), path).replace(/\/$/, '');
        if (!tree.has(target) && tree.files.every((one) => !one.startsWith(`${target}/`)))
          return [`${file} links to ${link}, but there is no such file.`];
        if (heading === undefined || anchorsIn(tree.text(target)).has(heading)) return [];
        return [`${file} links to ${link}, but the file has no such heading.`];
      }),
  );
}

/** Finds documents that the table of contents does not list; the decisions have their own list. */
export function unlistedDocuments(tree: WorkspaceTree): string[] {
  const contents = 'docs/README.md';
  const listed = findAll(tree.text(contents), /\]\(([^)#\s]+)/g).map((link) => posix.join('docs', link));
  return tree
    .matching(/^docs\/(?!adr\/\d|README\.md$).*\.md$/)
    .filter((file) => !listed.includes(file))
    .map((file) => `${contents} does not list ${file}: the site takes its contents from there.`);
}

const withoutBlocks = (text: string): string => text.replace(/^ *(```+)[^\n]*\n[\s\S]*?^ *\1$/gm, '');

/** The anchors that GitHub generates for headings; repeated headings are not supported. */
function anchorsIn(text: string): ReadonlySet<string> {
  const headings = findAll(withoutBlocks(text), /^#+ +(.*?) *$/gm);
  return new Set(
    headings.map((heading) => {
      const words = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
      return words.replace(/[^\p{L}\p{N}\p{M}_\- ]/gu, '').replaceAll(' ', '-');
    }),
  );
}

/** Finds missing files in docs/security.md and faults.md, and sections of security.md without a test. */
export function wrongEvidence(tree: WorkspaceTree): string[] {
  const missing = [security, faults].flatMap((page) => {
    const files = new Set(findAll(tree.text(page), /`((?:apps|libs|prisma|tools|docs)\/[^`\s]+)`/g));
    return [...files]
      .filter((file) => !tree.has(file))
      .map((file) => `${page} mentions ${file}, which does not exist.`);
  });
  const untested = tree
    .text(security)
    .split(/^## /m)
    .filter((section) => /^API\d+:/.test(section) && !/`[^`]+\.spec\.ts`/.test(section))
    .map((section) => `${security} mentions no test in section ${section.split('\n')[0] ?? ''}.`);
  return [...missing, ...untested];
}

/** Finds messages in the first column of troubleshooting.md that no source contains; `…` stands for values. */
export function unknownMessages(tree: WorkspaceTree): string[] {
  const sources = tree.matching(/^(?:apps|libs)\/(?:[^/]+\/)src\/.*(?<!\.spec)\.ts$/).map((file) => tree.text(file));
  const isPrinted = (part: string) => sources.some((source) => source.includes(part.trim()));
  return findAll(tree.text(troubleshooting), /^\| `([^`]+)`/gm)
    .filter((message) => !message.split('…').every(isPrinted))
    .map((message) => `${troubleshooting} has the message "${message}", which no program prints.`);
}

/** Finds variables in code of the guides that the configuration does not read. */
export function unknownVariables(tree: WorkspaceTree): string[] {
  const parts = tree.text(configuration).split('@Variable(').slice(1);
  const known = parts.flatMap((part) => {
    const name = /'([A-Z_]+)'/.exec(part)?.[1] ?? '';
    return /\bsecret: true\b/.test(part) ? [name, `${name}_FILE`] : [name];
  });
  return tree.matching(guide).flatMap((file) => {
    const code = findAll(tree.text(file), /(```[\s\S]*?```|`[^`]+`)/g).join('\n');
    const names = new Set(findAll(code, /\b([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\b/g));
    return [...names]
      .filter((name) => !known.includes(name) && !otherNames.includes(name))
      .map((name) => `${file} mentions ${name}, which the configuration does not read.`);
  });
}

const benchmarks = 'docs/benchmarks/README.md';

/** The generated reports that documents may take figures from. */
const reports = [benchmarks, 'apps/conformance/MUTATION-SCORE.md'];

/** Figures of speed: rates, comparisons of rates, and quantiles of times. */
const speeds = [
  /([\d.,]*\d)\s+(?:pages|requests|responses|gets)\b[^.|]{0,40}?(?:\/s|\s(?:a|per)\s+second)\b/g,
  /([\d.,]*\d)\s+times\s+(?:as\s+(?:many|fast)|faster|slower)\b/g,
  /\bp(?:50|99)\b[^|]*?([\d.,]*\d)\s+m?s\b/g,
];

/**
 * Finds figures that are missing in the report that their sentence or table row links to, and figures of speed
 * (including those of tables with quantiles) that are missing in the benchmarks.
 */
export function staleFigures(tree: WorkspaceTree): string[] {
  const documents = tree.matching(/\.md$/).filter((file) => !reports.includes(file));
  return documents.flatMap((file) =>
    withoutBlocks(tree.text(file))
      .split('\n\n')
      .flatMap((paragraph) => {
        // A table in an ADR may show the times of an experiment.
        const isTimed = !file.startsWith('docs/adr/') && /^\|.*\bp(?:50|99)\b/.test(paragraph);
        return paragraph.split(/[.:]\s|\n(?=[-|])/).flatMap((sentence) => {
          const targets = findAll(sentence, /\]\(([^)#\s]+)/g).map((path) => posix.join(posix.dirname(file), path));
          const linked = targets.filter((path) => reports.includes(path));
          const text = sentence.replace(/\]\([^)]*\)/g, '');
          const numbers =
            linked.length > 0 || isTimed ? numbersIn(text) : speeds.flatMap((speed) => findAll(text, speed));
          return missingFrom(tree, linked.length > 0 ? linked : [benchmarks], numbers);
        });
      })
      .map((sentence) => `${file} ${sentence}`),
  );
}

function missingFrom(tree: WorkspaceTree, sources: readonly string[], numbers: readonly string[]): string[] {
  const reported = numbers.length > 0 ? sources.flatMap((source) => numbersIn(tree.text(source))) : [];
  return numbers
    .filter((number) => !reported.includes(number))
    .map((number) => `has the figure ${number}, which is not in ${sources.join(', ')}: update it from there.`);
}

/** The numbers in a text, as written; `p50` is not one. */
const numbersIn = (text: string): string[] => findAll(text, /(?<![\w.,])(\d[\d.,]*)(?<![.,])/g);

/** Finds cited rules that docs/interface.md does not define. */
export function strayCitations(tree: WorkspaceTree): string[] {
  const document = 'docs/interface.md';
  const rules = new Set(findAll(tree.text(document), /^- \*\*([A-Z]+-\d+)\*\* /gm));
  const families = [...new Set([...rules].map((rule) => rule.replace(/-\d+$/, '')))];
  const citation = new RegExp(`\\b(?:${families.join('|')})-\\d+\\b`, 'g');
  return tree
    .matching(/^(?:apps|libs|prisma|tools|docs)\/.*\.(?:[cm]?[jt]s|json|md|prisma|sql|ya?ml|html)$/)
    .flatMap((file) =>
      [...new Set(tree.text(file).match(citation))]
        .filter((rule) => !rules.has(rule))
        .map((rule) => `${file} cites ${rule}, which ${document} does not define.`),
    );
}
