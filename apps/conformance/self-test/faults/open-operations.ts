import type { CollectionName } from '@resource-catalogue/contracts';
import { ask, idsOf, rows } from '../probe/ask.js';
import type { Fault } from './fault.js';

// One of the 36 operations asks for no token (AUTH-1).

const open = <Name extends string>(name: Name, collection: CollectionName, kind: 'list' | 'single', method = 'GET') =>
  ({
    id: `auth-open-${name}`,
    family: 'auth',
    rule: 'AUTH-1',
    summary: `${method} of ${kind === 'list' ? 'the list' : 'a single one'} of ${collection} needs no token`,
    behaviour: () => ({
      needsToken: ({ route, request }) =>
        !(route?.contract.name === collection && route.kind === kind && request.method === method),
    }),
    probe: async (server) => {
      const [id = ''] = idsOf(await rows(server, collection, 'limit=1'));
      const path = `/api/v1/${collection}${kind === 'list' ? '' : `/${id}`}`;
      const body = method === 'GET' || method === 'HEAD' ? {} : { body: {} };
      return (await ask(server, path, { method, token: null, ...body })).status !== 401;
    },
  }) as const satisfies Fault;

export const openOperationFaults = [
  open('category', 'categories', 'single'),
  open('thematics', 'project_thematics', 'list'),
  open('licenses', 'project_licenses', 'list'),
  open('user', 'users', 'single'),
  open('spaces', 'spaces', 'list'),
  open('booking', 'bookings', 'single'),
  open('event-sessions', 'event_sessions', 'list'),
  open('place-unit', 'place_units', 'single'),
  open('subscriptions', 'subscriptions', 'list'),
  open('project-creation', 'projects', 'list', 'POST'),
  open('project-change', 'projects', 'single', 'PATCH'),
  open('head-of-spaces', 'spaces', 'list', 'HEAD'),
  open('head-of-a-plan', 'plans', 'single', 'HEAD'),
] as const satisfies readonly Fault[];
