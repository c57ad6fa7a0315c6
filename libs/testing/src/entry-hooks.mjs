import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Makes every function in sources first report its file: `globalThis.enterFile('libs/read/src/reader.ts')`. */
export async function load(url, context, next) {
  const loaded = await next(url, context);
  if (!/\.ts$/.test(url) || /\/(?:node_modules|test|generated|testing)\//.test(url)) return loaded;
  return { ...loaded, source: marked(String(loaded.source), fileURLToPath(url).slice(root.length)) };
}

function marked(text, file) {
  const mark = `globalThis.enterFile?.(${JSON.stringify(file)})`;
  const additions = [];
  const visit = (node) => {
    if (ts.isFunctionLike(node) && node.body && ts.isBlock(node.body)) {
      additions.push([node.body.getStart() + 1, `${mark};`]);
    } else if (ts.isArrowFunction(node)) {
      additions.push([node.body.getStart(), `(${mark},`], [node.body.getEnd(), ')']);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true));
  // From the end, so that earlier positions stay valid; at the same position, the inner function was found last.
  const ordered = additions.map((addition, index) => [...addition, index]);
  ordered.sort(([at, , first], [other, , second]) => other - at || second - first);
  return ordered.reduce((marks, [at, addition]) => marks.slice(0, at) + addition + marks.slice(at), text);
}
