import { describe, expect, it } from '@jest/globals';
import { createClient } from '@resource-catalogue/client';
import { openTimes } from '@resource-catalogue/client/availability';
import { valuesAt } from '@resource-catalogue/testing/json';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { spaceApi } from '../spaceapi/document.js';
import { getRunningService } from './service/service.js';

const client = createClient(getRunningService());

describe('spaceapi', () => {
  // The parts of SpaceAPI 15's schema that the document uses.
  const text = { type: 'string' };
  const number = { type: 'number' };
  const schema = {
    type: 'object',
    required: ['api_compatibility', 'space', 'logo', 'url', 'contact'],
    additionalProperties: false,
    properties: {
      api_compatibility: { type: 'array', items: text, contains: { const: '15' } },
      ...{ space: text, logo: text, url: text },
      location: {
        type: 'object',
        minProperties: 1,
        additionalProperties: false,
        properties: { address: text, lat: number, lon: number, timezone: text, country_code: text },
        dependentRequired: { lat: ['lon'], lon: ['lat'] },
      },
      contact: { type: 'object', additionalProperties: false, properties: { email: text, phone: text } },
      state: { type: 'object', additionalProperties: false, properties: { open: { type: 'boolean' } } },
      membership_plans: {
        type: 'array',
        items: {
          type: 'object',
          required: ['name', 'value', 'currency', 'billing_interval'],
          additionalProperties: false,
          properties: {
            ...{ name: text, value: number, currency: text },
            billing_interval: { enum: ['yearly', 'quarterly', 'monthly', 'weekly', 'daily', 'hourly', 'other'] },
          },
        },
      },
    },
  };
  const own = { logo: 'https://workshop.example.org/logo.svg', url: 'https://workshop.example.org/' };

  it('describes a space, open during its opening hours only', async () => {
    const spaces = await client.spaces.list({ filters: { soft_deleted: { eq: false } } }).toArray({ max: 100 });
    const space = spaces.find(({ opening_hours: hours }) => hours.length > 0 && hours.length < 7);
    if (!space) throw new Error('The demo data has no space with opening hours.');
    const validate = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false }).compile(schema);
    const states = new Set<boolean>();
    for (let hour = 0; hour < 7 * 24; hour += 3) {
      const now = new Date(Date.UTC(2026, 2, 2, hour));
      const document = await spaceApi(client, space.slug, now, own);
      expect([validate(document), validate.errors]).toEqual([true, null]);
      const [open] = openTimes(space, { start: now, end: new Date(now.getTime() + 1) });
      expect(document).toMatchObject({ space: space.name, state: { open: open !== undefined } });
      expect(valuesAt(document, 'membership_plans[].name')).not.toEqual([]);
      states.add(open !== undefined);
    }
    expect(states.size).toBe(2);
    await expect(spaceApi(client, 'nowhere', new Date(0), own)).rejects.toThrow('No space has the slug "nowhere".');
  });
});
