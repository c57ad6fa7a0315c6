import { asArray, isObject, asObject } from '@resource-catalogue/testing/json';
import type { WorkspaceTree } from './workspace-tree.js';

type Manifest = Readonly<Record<string, unknown>>;
type Manifests = readonly (readonly [file: string, manifest: Manifest])[];

const partOf = (manifest: Manifest, key: string): Manifest => asObject(manifest[key] ?? {});

/** Finds projects with missing tags, wrong versions or missing target inputs. */
export function projectViolations(tree: WorkspaceTree): string[] {
  const manifests = tree
    .matching(/(?:^|\/)package\.json$/)
    .map((file) => [file, asObject(JSON.parse(tree.text(file)))] as const);
  return [
    ...manifests.flatMap(([file, manifest]) => findUntagged(file, manifest)),
    ...wrongVersions(manifests),
    ...manifests.flatMap(([file, manifest]) => missingInputs(file, manifest, manifests)),
  ];
}

function findUntagged(file: string, manifest: Manifest): string[] {
  // The root and nested directories with their own lock file are not projects.
  if (!/^(?:(?:apps|libs)\/[^/]+|[^/]+)\/package\.json$/.test(file)) return [];
  const { tags } = partOf(manifest, 'nx');
  return ['type:', 'scope:']
    .filter((prefix) => !Array.isArray(tags) || tags.filter((tag) => String(tag).startsWith(prefix)).length !== 1)
    .map((prefix) => `${file} needs exactly one ${prefix}… tag in nx.tags: eslint.config.mjs allows imports by tag.`);
}

/** Nx tracks the dependencies of a project itself, but not those of a project listed in the inputs of a target. */
function missingInputs(file: string, manifest: Manifest, manifests: Manifests): string[] {
  const own = Object.keys({ ...partOf(manifest, 'dependencies'), ...partOf(manifest, 'devDependencies') });
  return Object.entries(partOf(partOf(manifest, 'nx'), 'targets')).flatMap(([name, target]) => {
    const named = new Set(inputsOf(target).flatMap(({ projects }) => asArray(projects ?? [])));
    const needed = manifests
      .filter(([, project]) => named.has(project['name']))
      .flatMap(([, project]) => Object.entries(partOf(project, 'dependencies')))
      .flatMap(([dependency, version]) => (version === '*' ? [dependency] : []));
    return [...new Set(needed)]
      .filter((dependency) => !named.has(dependency) && !own.includes(dependency))
      .map((dependency) => `${file}: the inputs of ${name} lack the project ${dependency}; add it to "projects".`);
  });
}

function inputsOf(target: unknown): Manifest[] {
  const { inputs } = asObject(target);
  return asArray(inputs ?? []).filter(isObject);
}

function wrongVersions(manifests: Manifests): string[] {
  const inside = new Set(manifests.map(([, { name }]) => name));
  const seen = new Map<string, readonly [file: string, version: string]>();
  return manifests.flatMap(([file, manifest]) => {
    const shared = 'publishConfig' in manifest ? Object.keys(partOf(manifest, 'dependencies')) : [];
    const versions = ['dependencies', 'devDependencies', 'overrides'].flatMap((key) => versionsIn(manifest[key]));
    return versions.flatMap(([name, version]) => {
      const [other, before] = seen.get(name) ?? [file, version];
      seen.set(name, [other, before]);
      const fact = `${file} requires ${name} ${version}`;
      const differs = before === version ? [] : [`${fact}, but ${other} requires ${before}: use one version.`];
      if (inside.has(name))
        return version === '*' ? [] : [`${fact}: use *, because the release sets the versions of projects.`];
      if (shared.includes(name))
        return /^\^\d+\.\d+\.\d+$/.test(version)
          ? differs
          : [`${fact}: use ^ and a version, so that users of the package can share a copy.`];
      // A package can also be installed under an alias.
      const isExact = /^(?:npm:.+@)?\d+\.\d+\.\d+(?:-[\w.-]+)?$/.test(version);
      return isExact ? differs : [`${fact}: use an exact version.`];
    });
  });
}

/** The required packages; overrides of a single package's dependencies are nested. */
function versionsIn(asked: unknown): [name: string, version: string][] {
  return Object.entries(asObject(asked ?? {})).flatMap(([name, version]) =>
    isObject(version) ? versionsIn(version) : [[name, String(version)]],
  );
}
