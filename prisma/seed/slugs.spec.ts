import { describe, expect, it } from '@jest/globals';
import { asciiOf, slugOf, Slugs } from './slugs.js';

describe('slugs (section 9)', () => {
  it('keep Latin letters and digits, without their marks', () => {
    expect(slugOf('Łódź: Ångström & Weiß 2')).toBe('lodz-angstrom-weiss-2');
    expect(asciiOf('Weiß')).toBe('Weiss');
  });

  it('fall back where a name has no Latin letter, and number what is taken', () => {
    const slugs = new Slugs();
    expect([slugs.take('工房', 'project'), slugs.take('Лодка', 'project'), slugs.take('a', 'project')]).toEqual([
      'project',
      'project-2',
      'a',
    ]);
  });

  it('stay within a hundred characters, numbers included, and never end in a hyphen', () => {
    const slugs = new Slugs();
    const name = `${'n'.repeat(99)} and more`;
    expect(slugs.take(name, 'x')).toBe('n'.repeat(99));
    expect(slugs.take(name, 'x')).toBe(`${'n'.repeat(98)}-2`);
  });
});
