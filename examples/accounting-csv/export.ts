import type { Client } from '@resource-catalogue/client';
import { stringify } from 'csv-stringify/sync';

const columns = ['starts_at', 'subscription', 'member_number', 'member', 'plan', 'amount', 'currency', 'state'];

/** CSV of the subscriptions that began in a month, such as `2026-03`, with the current price of their plan. */
export async function subscriptionsOf(client: Client, month: string): Promise<string> {
  const from = new Date(`${month}-01T00:00:00.000Z`);
  const to = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1));
  const subscriptions = await client.subscriptions
    .list({ filters: { starts_at: { gte: from, lt: to } }, sort: 'starts_at' })
    .toArray({ max: 100_000 });
  const members = await client.members.getMany(subscriptions.map(({ member }) => member.id));
  const plans = await client.plans.getMany(subscriptions.map(({ plan }) => plan.id));
  const rows = subscriptions.map(({ id, starts_at, state, member, plan }) => {
    const { amount_in_cents: cents = null, currency = null } = plans.get(plan.id) ?? {};
    const amount = cents === null ? null : (cents / 100).toFixed(2);
    const name = `${member.first_name} ${member.last_name}`;
    return [starts_at.slice(0, 10), id, members.get(member.id)?.number, name, plan.name, amount, currency, state];
  });
  // A name could begin like a formula, which a spreadsheet would evaluate.
  return stringify([columns, ...rows], { escape_formulas: true });
}
