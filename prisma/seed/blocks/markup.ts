/**
 * The HTML of Markdown as the service renders it (WRITE-8), from its blocks: paragraphs, headings of the second level, lists,
 * one-line quotes, code and tables. The inline forms are `**bold**`, `*slanted*`, `~~wrong~~`, code and links, which never nest.
 */
export function htmlOf(blocks: readonly string[] | null): string | null {
  return blocks?.map(blockHtml).join('') ?? null;
}

/** The Markdown itself. */
export function markdownOf(blocks: readonly string[] | null): string | null {
  return blocks?.join('\n\n') ?? null;
}

function blockHtml(block: string): string {
  const lines = block.split('\n');
  switch (/^(?:## |- |1\. |> |```|\| )/.exec(block)?.[0] ?? '') {
    case '## ':
      return `<h2>${inline(block.slice(3))}</h2>\n`;
    case '- ':
      return `<ul>\n${elements('li', lines, /^- /)}</ul>\n`;
    case '1. ':
      return `<ol>\n${elements('li', lines, /^\d+\. /)}</ol>\n`;
    case '> ':
      return `<blockquote>\n<p>${inline(block.slice(2))}</p>\n</blockquote>\n`;
    case '```':
      return codeHtml(lines);
    case '| ':
      return tableHtml(lines);
    default:
      return `<p>${inline(block)}</p>\n`;
  }
}

function elements(tag: string, texts: readonly string[], mark = /^/): string {
  return texts.map((text) => `<${tag}>${inline(text.replace(mark, ''))}</${tag}>\n`).join('');
}

function codeHtml([fence = '', ...lines]: readonly string[]): string {
  return `<pre><code class="language-${fence.slice(3)}">${escaped(lines.slice(0, -1).join('\n'))}\n</code></pre>\n`;
}

function tableHtml([head = '', , ...body]: readonly string[]): string {
  const row = (line: string, tag: string): string => `<tr>\n${elements(tag, line.slice(2, -2).split(' | '))}</tr>\n`;
  const rows = body.map((line) => row(line, 'td')).join('');
  return `<table>\n<thead>\n${row(head, 'th')}</thead>\n<tbody>\n${rows}</tbody>\n</table>\n`;
}

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
