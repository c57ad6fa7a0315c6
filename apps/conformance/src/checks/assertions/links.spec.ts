import { expect, it } from '@jest/globals';
import { targetsOf } from './page.js';

const first = 'http://a.example/api/v1/users?filters[id][in]=a,b;c';
const next = `${first}&cursor=x`;

it.each([
  ['in the usual form', `<${first}>; rel="first", <${next}>; rel="next"`],
  ['without quotes or spaces', `<${next}>;rel=next,<${first}>;rel=first`],
  ['in other letters', `<${first}>; REL="First", <${next}>; Rel=NEXT`],
  ['with spaces around =', `<${first}> ; rel = "first" , <${next}> ; rel = next`],
  ['after other parameters', `<${first}>; title="a, b; rel=\\"next\\""; rel="first", <${next}>; type=a/b; rel="next"`],
  ['before other parameters', `<${first}>; rel="first"; title="<x>, y", <${next}>; rel="next"; crossorigin`],
  ['with a second rel, which does not count', `<${first}>; rel="first"; rel="next", <${next}>; rel="next"`],
  ['with other links between', `<${first}>; rel="first", </docs>; rel="help", <${next}>; rel="next"`],
])('LIST-4: the targets of a Link header are read %s', (_, header) => {
  const targets = targetsOf(header);
  expect([targets.get('first'), targets.get('next')]).toEqual([first, next]);
});

it('LIST-4: a link may have several relations', () => {
  expect(targetsOf(`<${first}>; rel="first self"`).get('self')).toBe(first);
});

it.each(['', 'rel="first"', `<${first}>`, `<${first}>; title="rel=first"`])(
  'LIST-4: there is no target in %j',
  (header) => {
    expect(targetsOf(header).get('first')).toBeUndefined();
  },
);
