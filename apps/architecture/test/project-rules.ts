import { arrayOf, isObject, objectOf } from '@resource-catalogue/testing/json';
import type { WorkspaceTree } from './workspace-tree.js';

type Manifest = Readonly<Record<string, unknown>>;
type Manifests = readonly (readonly [file: string, manifest: Manifest])[];

const partOf = (manifest: Manifest, key: string): Manifest => objectOf(manifest[key] ?? {});

/** Rules that the projects of the workspace owe each other, each violation in a sentence that begins with the file. */
export function projectViolations(tree: WorkspaceTree): string[] {
  const manifests = tree
    .matching(/(?:^|\/)package\.json$/)
    .map((file) => [file, objectOf(JSON.parse(tree.text(file)))] as const);
  return [
    ...manifests.flatMap(([file, manifest]) => untagged(file, manifest)),
    ...wrongVersions(manifests),
    ...manifests.flatMap(([file, manifest]) => missingInputs(file, manifest, manifests)),
  ];
}

function untagged(file: string, manifest: Manifest): string[] {
  // Neither the workspace itself is a project, nor a directory with a separate lock file inside one.
  if (!/^(?:(?:apps|libs)\/[^/]+|[^/]+)\/package\.json$/.test(file)) return [];
  const { tags } = partOf(manifest, 'nx');
  return ['type:', 'scope:']
    .filter((prefix) => !Array.isArray(tags) || tags.filter((tag) => String(tag).startsWith(prefix)).length !== 1)
    .map((prefix) => `${file} needs one tag ${prefix}… in nx.tags, by which eslint.config.mjs allows imports.`);
}

/** Nx follows the dependencies of a project, but not those of a project that an input of a target names. */
function missingInputs(file: string, manifest: Manifest, manifests: Manifests): string[] {
  const own = Object.keys({ ...partOf(manifest, 'dependencies'), ...partOf(manifest, 'devDependencies') });
  return Object.entries(partOf(partOf(manifest, 'nx'), 'targets')).flatMap(([name, target]) => {
    const named = new Set(inputsOf(target).flatMap(({ projects }) => arrayOf(projects ?? [])));
    const needed = manifests
      .filter(([, project]) => named.has(project['name']))
      .flatMap(([, project]) => Object.entries(partOf(project, 'dependencies')))
      .flatMap(([dependency, version]) => (version === '*' ? [dependency] : []));
    return [...new Set(needed)]
      .filter((dependency) => !named.has(dependency) && !own.includes(dependency))
      .map((dependency) => `${file}: the inputs of ${name} lack the project ${dependency}; name it in "projects".`);
  });
}

function inputsOf(target: unknown): Manifest[] {
  const { inputs } = objectOf(target);
  return arrayOf(inputs ?? []).filter(isObject);
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
      const said = `${file} asks for ${name} ${version}`;
      const differs = before === version ? [] : [`${said}, but ${other} for ${before}: use one version.`];
      if (inside.has(name))
        return version === '*' ? [] : [`${said}: say *, because a release sets the version of each project.`];
      if (shared.includes(name))
        return /^\^\d+\.\d+\.\d+$/.test(version)
          ? differs
          : [`${said}: let its users share a copy, by ^ and a version.`];
      // A package may be installed by another name as well.
      const isExact = /^(?:npm:.+@)?\d+\.\d+\.\d+(?:-[\w.-]+)?$/.test(version);
      return isExact ? differs : [`${said}: name one exact version.`];
    });
  });
}

/** The packages that are asked for; overrides for one package alone lie one level deeper. */
function versionsIn(asked: unknown): [name: string, version: string][] {
  return Object.entries(objectOf(asked ?? {})).flatMap(([name, version]) =>
    isObject(version) ? versionsIn(version) : [[name, String(version)]],
  );
}
