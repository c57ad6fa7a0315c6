import { describe, expect, it } from '@jest/globals';
import { openLog } from './log.js';
import { printable } from './printable.js';

const secret = 'rct_0123456789abcdefghij';

describe('untrusted text', () => {
  it.each([
    ['a title\u001b]0;x\u0007', 'a title\\u001b]0;x\\u0007'],
    ['two\r\nlines', 'two\\u000d\\nlines'],
    ['\u009b2J, \u007f, \u202eleft, \u2066, \u2028', '\\u009b2J, \\u007f, \\u202eleft, \\u2066, \\u2028'],
    ['Grüße 🪚 👩‍🔧', 'Grüße 🪚 👩‍🔧'],
    [secret, 'rct_…'],
    ['a'.repeat(1e6), `${'a'.repeat(2000)}…`],
    [secret.repeat(1000), 'rct_…'],
  ])('printable removes control characters and tokens, and truncates: %j', (text, shown) => {
    expect(printable(text)).toBe(shown);
  });

  it('the JSON log preserves untrusted text, with control characters escaped', () => {
    let line = '';
    openLog({ logFormat: 'json', logLevel: 'info' }, { write: (written) => (line = written) }).info(
      { problem: '\u009b2J\u202e\u001b' },
      'said',
    );
    expect(line).toMatch(/^[\x20-\x7e]+\n$/);
    expect(JSON.parse(line)).toMatchObject({ problem: '\u009b2J\u202e\u001b' });
  });
});
