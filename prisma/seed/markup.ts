/** A text as its author wrote it and as the service renders it (WRITE-8: CommonMark with tables and strikethrough). */
export interface Markup {
  readonly markdown: string;
  readonly html: string;
}

export function paragraph(text: string): Markup {
  return { markdown: text, html: `<p>${inline(text)}</p>\n` };
}

export function heading(text: string): Markup {
  return { markdown: `## ${text}`, html: `<h2>${inline(text)}</h2>\n` };
}

export function bullets(...items: readonly string[]): Markup {
  return {
    markdown: items.map((item) => `- ${item}`).join('\n'),
    html: `<ul>\n${items.map((item) => `<li>${inline(item)}</li>\n`).join('')}</ul>\n`,
  };
}

export function numbered(...items: readonly string[]): Markup {
  return {
    markdown: items.map((item, index) => `${index + 1}. ${item}`).join('\n'),
    html: `<ol>\n${items.map((item) => `<li>${inline(item)}</li>\n`).join('')}</ol>\n`,
  };
}

export function quote(text: string): Markup {
  return { markdown: `> ${text}`, html: `<blockquote>\n<p>${inline(text)}</p>\n</blockquote>\n` };
}

export function code(language: string, lines: string): Markup {
  return {
    markdown: `\`\`\`${language}\n${lines}\n\`\`\``,
    html: `<pre><code class="language-${language}">${escaped(lines)}\n</code></pre>\n`,
  };
}

type Cells = readonly [string, ...string[]];

export function grid(head: Cells, ...body: readonly Cells[]): Markup {
  const line = (cells: Cells): string => `| ${cells.join(' | ')} |`;
  const row = (cells: Cells, tag: string): string =>
    `<tr>\n${cells.map((cell) => `<${tag}>${inline(cell)}</${tag}>\n`).join('')}</tr>\n`;
  return {
    markdown: [line(head), `|${head.map(() => '---|').join('')}`, ...body.map(line)].join('\n'),
    html: `<table>\n<thead>\n${row(head, 'th')}</thead>\n<tbody>\n${body.map((cells) => row(cells, 'td')).join('')}</tbody>\n</table>\n`,
  };
}

export function text(...blocks: readonly Markup[]): Markup {
  return {
    markdown: blocks.map((block) => block.markdown).join('\n\n'),
    html: blocks.map((block) => block.html).join(''),
  };
}

/** The inline forms that the seed's own texts use; they never nest and never stand in each other's way. */
function inline(markdown: string): string {
  return escaped(markdown)
    .replaceAll(/\*\*(.+?)\*\*/g, '<strong>$1</strong>')
    .replaceAll(/\*(.+?)\*/g, '<em>$1</em>')
    .replaceAll(/~~(.+?)~~/g, '<s>$1</s>')
    .replaceAll(/`(.+?)`/g, '<code>$1</code>')
    .replaceAll(/\[(.+?)\]\((.+?)\)/g, '<a href="$2" rel="nofollow noopener ugc">$1</a>');
}

function escaped(plain: string): string {
  return plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
