import type { Client, Plan, Space } from '@resource-catalogue/client';
import { openTimes } from '@resource-catalogue/client/availability';

const minute = 60_000;
const intervals: Readonly<Record<string, string>> = { day: 'daily', week: 'weekly', month: 'monthly', year: 'yearly' };

/** Facts about a space that replace those of the catalogue. */
export interface OwnFacts {
  /** URL of the logo: the image of the space by default. */
  readonly logo?: string;
  /** URL of the website. */
  readonly url?: string;
}

/** The SpaceAPI 15 document of a space. `state` follows the opening hours; use a door sensor if you have one. */
export async function spaceApi(client: Client, slug: string, now: Date, own: OwnFacts = {}): Promise<object> {
  const space = await client.spaces.list({ filters: { slug: { in: [slug] }, soft_deleted: { eq: false } } }).first();
  if (!space) throw new Error(`No space has the slug ${JSON.stringify(slug)}.`);
  const logo = own.logo ?? space.image?.lg;
  const url = own.url ?? space.website_url;
  if (logo === undefined || url === null)
    throw new Error('The space has no image or website: set LOGO_URL and SITE_URL.');
  const filters = { publication_state: { in: ['published'] }, soft_deleted: { eq: false } } as const;
  const plans = await client.plans.list({ filters }).toArray({ max: 1000 });
  const [open] = openTimes(space, { start: now, end: new Date(now.getTime() + minute) });
  return {
    api_compatibility: ['15'],
    space: space.name,
    logo,
    url,
    location: locationOf(space),
    contact: known({ email: space.email, phone: space.phone }),
    state: { open: open?.start.getTime() === now.getTime() },
    membership_plans: plans.filter(({ spaces }) => isFor(space, spaces)).flatMap(membershipOf),
  };
}

function locationOf({ address, latitude, longitude, time_zone }: Space): object {
  const { street, postal_code, city, country_code } = address ?? {};
  const town = [postal_code, city].filter(Boolean).join(' ');
  return known({
    address: [street, town].filter(Boolean).join(', ') || null,
    lat: latitude,
    lon: longitude,
    timezone: time_zone,
    country_code: country_code ?? null,
  });
}

const isFor = ({ id }: Space, spaces: Plan['spaces']): boolean =>
  spaces.length === 0 || spaces.some((each) => each.id === id);

/** A plan with a public price. */
function membershipOf({ name, amount_in_cents: cents, currency, ...plan }: Plan): object[] {
  if (cents === null || currency === null || plan.prices_hidden) return [];
  const interval = plan.duration_count === 1 ? intervals[plan.duration_unit] : undefined;
  return [{ name, value: cents / 100, currency, billing_interval: interval ?? 'other' }];
}

const known = (facts: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== null));
