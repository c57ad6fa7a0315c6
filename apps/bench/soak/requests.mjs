/** In a hundred requests: pages of several collections, with filters, gets, and changes of a few projects. */
const shares = { lists: 60, filtered: 20, gets: 15, changes: 5 };

const lists = ['bookings', 'members', 'machines', 'projects', 'spaces', 'events', 'places', 'subscriptions'];
const projects = 5;

/** Requests in an order that repeats itself, each as what `fetch` takes. `made` are the projects that were made for it. */
export async function mixedRequests({ base, headers }) {
  const ask = async (path, method = 'GET', body) => {
    const response = await fetch(base + path, requestOf(headers, method, body));
    if (!response.ok) throw new Error(`${method} ${path} was answered with ${response.status}.`);
    return (await response.json()).data;
  };
  const author = (await ask('/api/v1/members?filters[soft_deleted][eq]=false&limit=1'))[0].id;
  const made = [];
  for (let number = 1; number <= projects; number += 1) {
    made.push((await ask('/api/v1/projects', 'POST', { name: `Soaked ${number}`, author_id: author })).id);
  }
  const bookings = (await ask('/api/v1/bookings?limit=200')).map(({ id, starts_at }) => ({ id, starts_at }));
  const nth = (list, number) => list[number % list.length];
  const kinds = {
    lists: (number) => ({ path: `/api/v1/${nth(lists, number)}?limit=${nth([20, 100], number)}` }),
    filtered: (number) => ({
      path: `/api/v1/bookings?sort=starts_at&limit=20&filters[starts_at][gte]=${nth(bookings, number).starts_at}`,
    }),
    gets: (number) => ({ path: `/api/v1/bookings/${nth(bookings, number).id}` }),
    changes: (number) => ({
      path: `/api/v1/projects/${nth(made, number)}`,
      method: 'PATCH',
      body: { summary: `Change ${number}` },
    }),
  };
  const names = Object.entries(shares).flatMap(([name, count]) => Array(count).fill(name));
  // 37 and 100 have no factor in common, so each name comes as often as it stands there.
  const requestAt = (number) => {
    const { path, method, body } = kinds[names[(number * 37) % names.length]](number);
    return [base + path, requestOf(headers, method, body)];
  };
  return { requestAt, made };
}

const requestOf = (headers, method = 'GET', body) => ({
  method,
  headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
  ...(body && { body: JSON.stringify(body) }),
});
