import { describe, expect, it } from '@jest/globals';
import { loadSeed } from '../test/seed/default-seed.js';
import { people } from '../test/seed/invariants/people.js';
import { resources } from '../test/seed/invariants/resources.js';
import { rules } from '../test/seed/invariants/rules.js';
import { sessions } from '../test/seed/invariants/sessions.js';
import { subscriptions } from '../test/seed/invariants/subscriptions.js';

const seed = loadSeed();

describe('section 8 holds for the default seed', () => {
  it.each([...rules, ...resources, ...people, ...sessions, ...subscriptions])('%s', (_, violations) => {
    expect(violations(seed).slice(0, 5)).toEqual([]);
  });
});
