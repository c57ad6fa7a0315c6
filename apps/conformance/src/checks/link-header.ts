/** A parameter of a link: RFC 8288 lets it be quoted or not, with spaces around the `=`. */
const parameter = String.raw`\s*;\s*[^\s;,="<>]*(?:\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s;,"]*))?`;

/** The targets of an RFC 8288 header by their relation. Of a link's parameters, only the first `rel` counts. */
export function targetsOf(header: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, target = '', parameters = ''] of header.matchAll(new RegExp(`<([^>]*)>((?:${parameter})*)`, 'g'))) {
    for (const relation of relationOf(parameters).split(/\s+/)) found.set(relation, target);
  }
  return found;
}

function relationOf(parameters: string): string {
  for (const [, name = '', quoted, plain = ''] of parameters.matchAll(
    /;\s*([^\s;,="<>]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*))/g,
  )) {
    if (name.toLowerCase() === 'rel') return (quoted ?? plain).trim().toLowerCase();
  }
  return '';
}
