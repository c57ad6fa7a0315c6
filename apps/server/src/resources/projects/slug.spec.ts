import { describe, expect, it } from '@jest/globals';
import { projectSlug } from './slug.js';

describe('projectSlug', () => {
  it.each([
    ['Tabouret d’été', 'tabouret-d-ete'],
    ['Straße 12', 'strasse-12'],
    ['  Ångström & Øre_Æble  ', 'angstrom-ore-aeble'],
    ['Łódź: część', 'lodz-czesc'],
    ['İstanbul ışığı', 'istanbul-isigi'],
    ['ｆｕｌｌ　ｗｉｄｔｈ ２', 'full-width-2'],
    ['ﬁligree № 5', 'filigree-no-5'],
    ['--a---b--', 'a-b'],
    ['100 %', '100'],
    ['Стол 2 折り紙', '2'],
    ['../../etc/passwd', 'etc-passwd'],
    ['A', 'a'],
    ['Z̸͇̯a̶͘l̷go', 'zalgo'],
    ['كرسي', 'project'],
    ['—', 'project'],
    ['\u0001', 'project'],
    // Letters are expanded before the slug is cut, and no hyphen remains at the cut.
    ['ß'.repeat(200), 's'.repeat(100)],
    [`${'t'.repeat(99)} u`, 't'.repeat(99)],
  ])('section 8, Page: the slug of "%s" is %s', (name, slug) => {
    expect(projectSlug(name)).toBe(slug);
  });
});
