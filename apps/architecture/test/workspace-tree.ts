import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** Generated, installed and runtime files. */
const made = new Set([
  ...['node_modules', 'bundle', 'dist', 'out-tsc', 'coverage', '.nx', '.data'],
  ...['prisma/generated', 'examples/openapi-tools/generated', 'apps/site/reference'],
]);

/** The paths of the files below a directory; in the root, only of entries that .gitignore lists as the repository's. */
function filesBelow(root: string): string[] {
  const listed = readFileSync(join(root, '.gitignore'), 'utf8').split('\n');
  return readdirSync(root, { withFileTypes: true }).flatMap((entry) => {
    if (!listed.includes(`!/${entry.name}`)) return [];
    return entry.isDirectory() ? filesIn(root, entry.name) : [entry.name];
  });
}

function filesIn(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return made.has(entry.name) || made.has(path) ? [] : filesIn(root, path);
    return entry.isFile() ? [path] : [];
  });
}

/** The source files of a workspace, by their paths from its root. */
export class WorkspaceTree {
  readonly files: readonly string[];
  private readonly texts: Map<string, string>;
  private readonly sources = new Map<string, ts.SourceFile>();

  /** Reads the files of the directory, or uses the given texts instead. */
  constructor(
    readonly root: string,
    texts?: ReadonlyMap<string, string>,
  ) {
    this.texts = new Map(texts);
    this.files = (texts ? [...texts.keys()] : filesBelow(root)).sort();
  }

  has(path: string): boolean {
    return this.files.includes(path);
  }

  matching(pattern: RegExp): string[] {
    return this.files.filter((path) => pattern.test(path));
  }

  /** The text of a file; empty if the file is missing. */
  text(path: string): string {
    const known = this.texts.get(path);
    if (known !== undefined) return known;
    const text = this.has(path) ? readFileSync(join(this.root, path), 'utf8') : '';
    this.texts.set(path, text);
    return text;
  }

  source(path: string): ts.SourceFile {
    const known = this.sources.get(path);
    if (known) return known;
    const kind = path.endsWith('.tsx') ? ts.ScriptKind.TSX : path.endsWith('.ts') ? ts.ScriptKind.TS : ts.ScriptKind.JS;
    const source = ts.createSourceFile(path, this.text(path), ts.ScriptTarget.ESNext, true, kind);
    this.sources.set(path, source);
    return source;
  }
}

/** The node and all its descendants, in source order. */
export function* nodesOf(node: ts.Node): Generator<ts.Node> {
  const waiting = [node];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    yield next;
    const children: ts.Node[] = [];
    ts.forEachChild(next, (child) => void children.push(child));
    waiting.push(...children.reverse());
  }
}
