import fc from 'fast-check';

const words = (text: string): string[] => text.trim().split(/\s+/);

const tags = [
  // What may be left.
  ...words(`p p p h1 h2 blockquote ul ol li pre code hr br em strong s del ins sub sup kbd abbr a a img table table thead
    tbody tr tr th td td details summary dl dt dd`),
  // What a parser of HTML has rules of its own for.
  ...words(`b i u font nobr big tt div section address center button object marquee applet template noscript plaintext
    select option optgroup textarea script style title xmp iframe noembed noframes listing caption colgroup col tfoot form
    input ruby rb rt rp frameset frame body html head base image isindex menuitem dialog`),
  // Of other namespaces, and where HTML goes on within them.
  ...words('svg math mi mtext mglyph malignmark annotation-xml desc title foreignObject g use animate'),
];

const attributes = [
  ...[
    'href=https://a.example',
    "href='//a.example'",
    'href=javascript:alert(1)',
    'src=x',
    'src=data:a',
    'alt',
    'alt=""',
  ],
  ...[
    'title="a<b>&nbsp;&quot;c"',
    'title=`${alert(1)}`',
    'title=&#13;',
    'title="',
    "title='{{a}}",
    'rel=me',
    'start=2',
  ],
  ...['class=language-a', 'class="b language-c language-d"', 'onclick=alert(1)', 'onerror=alert(1)', 'style=a'],
  ...['encoding=text/html', 'color=red', 'type=hidden', 'xlink:href=javascript:alert(1)', 'xmlns=a', 'id=a', '/', '='],
];

const texts = [
  ...[
    'a',
    ' ',
    '\n',
    '\n\n',
    '\t',
    '\f',
    '\r',
    '\r\n',
    '\0',
    '\u00a0',
    '\u2028',
    '"',
    "'",
    '`',
    '<',
    '>',
    '/',
    '&',
    '\\',
  ],
  ...['&amp', '&lt;', '&ltimg', '&#0;', '&#13;', '&#x80;', '&nbsp', '&notit;', '&#106avascript:'],
  ...[
    '<!--',
    '-->',
    '--!>',
    '<!-->',
    '<!--a-->',
    '<![CDATA[',
    ']]>',
    '<?a?>',
    '<!doctype html>',
    '</',
    '<a',
    '</p/a>',
    '<3',
  ],
];

const markdown = [
  ...[
    '*',
    '**',
    '_',
    '~~',
    '``',
    '[',
    '](https://a.example)',
    '![',
    '](a "b")',
    '<https://a.example>',
    '<a@b.example>',
  ],
  ...[
    '\n- ',
    '\n> ',
    '\n1. ',
    '\n    ',
    '\n# ',
    '\n---\n',
    '\n```\n',
    '\n| a | b |\n|---|---|\n| c | ',
    ' | ',
    '  \n',
    '[a]: b\n',
  ],
];

const tag = fc.constantFrom(...tags).chain((name) => fc.constantFrom(name, name, name, name.toUpperCase()));
const startTag = fc
  .tuple(
    tag,
    fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, fc.array(fc.constantFrom(...attributes), { maxLength: 3 })),
  )
  .map(([name, given]) => `<${[name, ...given].join(' ')}>`);
const endTag = tag.map((name) => `</${name}>`);

const piece = fc.oneof(
  { weight: 8, arbitrary: startTag },
  { weight: 4, arbitrary: endTag },
  { weight: 3, arbitrary: fc.constantFrom(...texts) },
  { weight: 2, arbitrary: fc.constantFrom(...markdown) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 5 }) },
);

/** Markdown and HTML in any disorder. */
export const hostileHtml = fc.array(piece, { minLength: 1, maxLength: 20 }).map((pieces) => pieces.join(''));
