import { listBookings } from './generated/orval/catalogue.js';

const page = await listBookings({ 'filters[state][in]': ['confirmed', 'pending'], sort: '-starts_at', limit: 3 });
if (page.status !== 200) throw new Error(`The service responded with ${page.status}.`);

const failed = await listBookings({ cursor: 'damaged' });
const problem = failed.status === 400 ? failed.data.code : undefined;

const states: string[] = page.data.data.map(({ state }) => state);
console.log(JSON.stringify({ states, next: page.data.meta.next !== null, problem }));
