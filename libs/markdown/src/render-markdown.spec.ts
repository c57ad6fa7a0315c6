import { describe, expect, it } from '@jest/globals';
import { hostileFamilies } from '../test/hostile-families.js';
import { limits as wide, rendered } from '../test/rendered.js';
import { renderTexts } from './render-markdown.js';
import { sanitise } from './sanitise-html.js';

const limits = { bytes: 1000, blocks: 100 };

describe('renderTexts', () => {
  it('WRITE-10: stops at the text that exceeds the limit of bytes (not characters) shared by all texts', () => {
    const text = 'a'.repeat(400);
    const html = `<p>${text}</p>\n`;
    expect(renderTexts([text, text], limits)).toEqual({ html: [html, html], excess: null });
    expect(renderTexts([text, text, text, 'b'], limits)).toEqual({ html: [html, html], excess: 'bytes' });
    expect(renderTexts(['😀'.repeat(248)], limits).excess).toBeNull();
    expect(renderTexts(['😀'.repeat(249)], limits).excess).toBe('bytes');
  });

  it('WRITE-10: stops at the text that exceeds the limit of blocks shared by all texts', () => {
    const items = '- a\n'.repeat(25);
    expect(renderTexts([items], limits).excess).toBeNull();
    // A list counts as one block in addition to its items and their paragraphs.
    expect(renderTexts([items, items], { ...limits, blocks: 102 }).excess).toBeNull();
    expect(renderTexts([items, items], { ...limits, blocks: 101 })).toMatchObject({
      html: [rendered(items)],
      excess: 'blocks',
    });
  });

  it('WRITE-10: counts the cells added to a short table row', () => {
    const table = '|a|b|c|\n|-|-|-|\n|d|\n';
    // table, thead, tr, 3 th; tbody, tr, 3 td.
    expect(renderTexts([table], { ...limits, blocks: 11 }).excess).toBeNull();
    expect(renderTexts([table], { ...limits, blocks: 10 }).excess).toBe('blocks');
  });

  it('WRITE-10: limits the HTML before it is sanitised', () => {
    const dropped = `<!-- ${'a'.repeat(1000)} -->\n\n`;
    expect(renderTexts([dropped.repeat(3)], limits).excess).toBeNull();
    expect(renderTexts([dropped.repeat(4)], limits)).toEqual({ html: [], excess: 'bytes' });
    const used = `[a]: b:${'c'.repeat(1000)}\n\n${'[a]'.repeat(100)}`;
    expect(renderTexts([used], limits)).toEqual({ html: [], excess: 'bytes' });
  });

  it('WRITE-10: limits the HTML while it is sanitised, if an open link is repeated', () => {
    const link = `x<p><a href="${'b'.repeat(450)}"></p>`;
    expect(renderTexts([`${link}<p>a`], limits).excess).toBe('bytes');
    expect(renderTexts([`${link}</a><p>a`], limits).excess).toBeNull();
    const lengths: number[] = [];
    const stop = (length: number): void => {
      lengths.push(length);
      if (length > limits.bytes) throw new Error('stopped');
    };
    expect(() => sanitise(`${link}${'<p>a'.repeat(1000)}`, stop)).toThrow('stopped');
    expect(Math.max(...lengths)).toBeLessThan(2 * limits.bytes);
  });
});

describe('hostile Markdown', () => {
  const exhaustive = process.env['EXHAUSTIVE'] !== undefined;
  // Steps have 20,000 characters each; a body has room for the description and 46 steps.
  const steps = exhaustive ? Math.min(46, Number(process.env['EXHAUSTIVE_ROUNDS'] ?? 2)) : 0;

  it.each(hostileFamilies.map(([name, family], index) => [name, family, index] as const))(
    'WRITE-10, ERR-5: %s of the maximum length stay within the limits or are rejected',
    (_, family, index) => {
      // The maximum length of a description, for one in four unless exhaustive; that of a step for the others.
      const longest = exhaustive || index % 4 === 0 ? 100_000 : 20_000;
      const sources = [longest, ...Array<number>(steps).fill(20_000)].map(family);
      expect(sources.map(({ length }, at) => length <= (at === 0 ? 100_000 : 20_000))).not.toContain(false);
      const { html, excess } = renderTexts(sources, wide);
      const bytes = html.reduce((sum, part) => sum + Buffer.byteLength(part), 0);
      expect(bytes).toBeLessThanOrEqual(wide.bytes);
      expect(html.length === sources.length).toBe(excess === null);
    },
  );
});
