import ts from 'typescript';
import type { WorkspaceTree } from './workspace-tree.js';

/** What each project of the workspace owes the others, each violation in a sentence that begins with the file. */
export function projectViolations(tree: WorkspaceTree): string[] {
  const manifests = tree.matching(/(?:^|\/)package\.json$/).map((file) => [file, manifestOf(tree, file)] as const);
  const inside = new Set(manifests.map(([, { name }]) => name));
  return [
    ...manifests.flatMap(([file, manifest]) => (isProject(file) ? untagged(file, manifest) : [])),
    ...manifests.flatMap(([file, manifest]) => unpinned(file, manifest, inside)),
    ...manifests.flatMap(([file, manifest]) => halfPublished(file, manifest)),
    ...differing(manifests),
    ...innerBarrels(tree, manifests),
    ...undocumented(tree),
  ];
}

interface Manifest {
  readonly name: string;
  readonly isPrivate: boolean;
  readonly isPackaged: boolean;
  readonly tags: readonly string[];
  readonly versions: readonly (readonly [name: string, version: string])[];
  /** What the users of a published package install along with it. */
  readonly shared: ReadonlySet<string>;
  /** The source files that other projects import by the package's name. */
  readonly entries: readonly string[];
}

function manifestOf(tree: WorkspaceTree, file: string): Manifest {
  const manifest = recordOf(JSON.parse(tree.text(file)));
  const { tags, targets } = recordOf(manifest['nx']);
  const published = 'publishConfig' in manifest;
  const folder = file.slice(0, -'package.json'.length);
  return {
    name: String(manifest['name']),
    isPrivate: manifest['private'] === true,
    isPackaged: 'package' in recordOf(targets),
    tags: Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [],
    versions: ['dependencies', 'devDependencies', 'overrides'].flatMap((key) => versionsIn(manifest[key])),
    shared: new Set(published ? Object.keys(recordOf(manifest['dependencies'])) : []),
    entries: Object.values(recordOf(manifest['exports'])).flatMap((entry) => {
      const source = recordOf(entry)['@resource-catalogue/source'];
      return typeof source === 'string' ? [folder + source.replace(/^\.\//, '')] : [];
    }),
  };
}

/** The packages that are asked for; what is overridden for one package alone lies one level deeper. */
function versionsIn(asked: unknown): [name: string, version: string][] {
  return Object.entries(recordOf(asked)).flatMap(([name, version]) =>
    typeof version === 'object' ? versionsIn(version) : [[name, JSON.stringify(version)]],
  );
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** The workspace itself is not a project, nor is a folder with a lock file of its own inside one. */
function isProject(file: string): boolean {
  return /^(?:(?:apps|libs)\/[^/]+|[^/]+)\/package\.json$/.test(file);
}

function untagged(file: string, { tags }: Manifest): string[] {
  return ['type:', 'scope:']
    .filter((prefix) => tags.filter((tag) => tag.startsWith(prefix)).length !== 1)
    .map((prefix) => `${file} needs one tag ${prefix}… in nx.tags, by which eslint.config.mjs allows imports.`);
}

/** `nx release` takes what is not private, and publishes what the target has made. */
function halfPublished(file: string, { isPrivate, isPackaged }: Manifest): string[] {
  if (file === 'package.json' || isPrivate !== isPackaged) return [];
  return [
    isPrivate
      ? `${file} has a target package and is private: leave "private" out, so that it is released.`
      : `${file} is not private and has no target package: say "private", as nx release would publish it.`,
  ];
}

function unpinned(file: string, { versions, shared }: Manifest, inside: ReadonlySet<string>): string[] {
  return versions.flatMap(([name, version]) => {
    if (inside.has(name)) {
      const said = `${file} asks for ${name} ${version}`;
      return version === '"*"' ? [] : [`${said}: say *, as a release gives each project a version of its own.`];
    }
    if (shared.has(name)) {
      const said = `${file} is published and asks for ${name} ${version}`;
      return /^"\^\d+\.\d+\.\d+"$/.test(version) ? [] : [`${said}: let its users share a copy, by ^ and a version.`];
    }
    // A package may be installed by another name, too.
    const exact = /^"(?:npm:[^"]+@)?\d+\.\d+\.\d+(?:-[\w.-]+)?"$/.test(version);
    return exact ? [] : [`${file} asks for ${name} ${version}: name one exact version.`];
  });
}

function differing(manifests: readonly (readonly [string, Manifest])[]): string[] {
  const seen = new Map<string, readonly [file: string, version: string]>();
  const violations: string[] = [];
  for (const [file, { versions }] of manifests) {
    for (const [name, version] of versions) {
      const [other, before] = seen.get(name) ?? [file, version];
      if (before !== version)
        violations.push(`${file} asks for ${name} ${version}, but ${other} for ${before}: use one version.`);
      else seen.set(name, [other, before]);
    }
  }
  return violations;
}

function innerBarrels(tree: WorkspaceTree, manifests: readonly (readonly [string, Manifest])[]): string[] {
  const entries = new Set(manifests.flatMap(([, manifest]) => manifest.entries));
  return tree
    .matching(/(?:^|\/)index\.(?:ts|mjs|js)$/)
    .filter((file) => !entries.has(file) && !tree.source(file).statements.some(ts.isExportAssignment))
    .map((file) => `${file} is an inner barrel: import the file itself; only what package.json exports has an index.`);
}

/** Libraries that others read the editor's hints of. */
function undocumented(tree: WorkspaceTree): string[] {
  return tree.matching(/^libs\/(?:contracts|client)\/src\/.*(?<!\.spec)\.ts$/).flatMap((file) => {
    const documented = new Set<string>();
    const exported = new Set<string>();
    for (const statement of tree.source(file).statements) {
      if (!ts.canHaveModifiers(statement)) continue;
      if (!ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) continue;
      for (const name of declaredNames(statement)) {
        exported.add(name);
        if (ts.getJSDocCommentsAndTags(statement).length > 0) documented.add(name);
      }
    }
    return [...exported]
      .filter((name) => !documented.has(name))
      .map(
        (name) => `${file} exports ${name} without a doc comment: say its shape, its units and the rule it follows.`,
      );
  });
}

function declaredNames(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  const name = ts.getNameOfDeclaration(ts.isDeclarationStatement(statement) ? statement : undefined);
  return name ? [name.getText()] : [];
}
