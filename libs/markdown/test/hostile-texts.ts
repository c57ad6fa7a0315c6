import { readFileSync } from 'node:fs';
import fc from '@resource-catalogue/testing/fast-check';

export const readJson = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`${name}.json`, import.meta.url), 'utf8')) as T;

const { addresses, texts: others } = readJson<Record<'addresses' | 'texts', readonly string[]>>('hostile-markdown');

/** Texts that have bypassed a renderer or sanitiser, or might; each address is used in a Markdown and an HTML link. */
export const hostileTexts = [
  ...addresses.flatMap((address) => [`[a](${address})`, `<a href="${address}">a</a>`]),
  ...others,
];

/** A text in each context in which Markdown parses it differently. */
export const inContexts = (source: string): string[] => [
  source,
  `a ${source} b`,
  `- *a*\n  ${source}\n\n> ${source}`,
  `| ${source} |\n|---|\n| b |`,
];

/** Allowed tags, tags with special parsing rules, and tags of other namespaces; more important ones occur twice. */
const tags =
  `p p p h1 h2 blockquote ul ol li pre code hr br em strong s del ins sub sup kbd abbr a a img table table thead tbody
  tr tr th td td details summary dl dt dd b i u font nobr big tt div section address center button object marquee
  applet template noscript plaintext select option optgroup textarea script style title xmp iframe noembed noframes
  listing caption colgroup col tfoot form input ruby rb rt rp frameset frame body html head base image isindex
  menuitem dialog svg math mi mtext mglyph malignmark annotation-xml desc title foreignObject g use animate`.split(
    /\s+/,
  );
const attributes = [
  ...['href=https://a.example', "href='//a.example'", 'href=javascript:alert(1)', 'src=x', 'src=data:a', 'alt'],
  ...['alt=""', 'title="a<b>&nbsp;&quot;c"', 'title=`${alert(1)}`', 'title=&#13;', 'title="', "title='{{a}}", 'rel=me'],
  ...['start=2', 'class=language-a', 'class="b language-c language-d"', 'onclick=alert(1)', 'onerror=alert(1)'],
  ...['style=a', 'encoding=text/html', 'color=red', 'type=hidden', 'xlink:href=javascript:alert(1)', 'xmlns=a', 'id=a'],
  ...['/', '='],
];
const texts = [
  ...['a', ' ', '\n', '\n\n', '\t', '\f', '\r', '\r\n', '\u0000', '\u00a0', '\u2028', '"', "'", '`', '<', '>', '/'],
  ...['&', '\\', '&amp', '&lt;', '&ltimg', '&#0;', '&#13;', '&#x80;', '&nbsp', '&notit;', '&#106avascript:', '<!--'],
  ...['-->', '--!>', '<!-->', '<!--a-->', '<![CDATA[', ']]>', '<?a?>', '<!doctype html>', '</', '<a', '</p/a>', '<3'],
];
const markdown = [
  ...['*', '**', '_', '~~', '``', '[', '](https://a.example)', '![', '](a "b")', '<https://a.example>'],
  ...['<a@b.example>', '\n- ', '\n> ', '\n1. ', '\n    ', '\n# ', '\n---\n', '\n```\n'],
  ...['\n| a | b |\n|---|---|\n| c | ', ' | ', '  \n', '[a]: b\n'],
];

const tag = fc.constantFrom(...tags).chain((name) => fc.constantFrom(name, name, name, name.toUpperCase()));
const someAttributes = fc.array(fc.constantFrom(...attributes), { maxLength: 3 });
const startTag = fc
  .tuple(tag, fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, someAttributes))
  .map(([name, given]) => `<${[name, ...given].join(' ')}>`);

const piece = fc.oneof(
  { weight: 8, arbitrary: startTag },
  { weight: 4, arbitrary: tag.map((name) => `</${name}>`) },
  { weight: 3, arbitrary: fc.constantFrom(...texts) },
  { weight: 2, arbitrary: fc.constantFrom(...markdown) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 5 }) },
);

/** Random sequences of Markdown and HTML. */
const hostileHtml = fc.array(piece, { minLength: 1, maxLength: 20 }).map((pieces) => pieces.join(''));

/** Several hostile texts combined. */
export const combinedTexts = fc
  .tuple(
    fc.array(fc.oneof(fc.constantFrom(...hostileTexts), hostileHtml), { minLength: 1, maxLength: 4 }),
    fc.constantFrom('', ' ', '\n', '\n\n', '">', "'>", '-->', '</p>'),
  )
  .map(([parts, between]) => parts.join(between));

/** The number of generated texts per test, higher in an exhaustive run. */
export const generatedTexts = process.env['EXHAUSTIVE'] ? 20_000 : 250;
