import { withEntityTags } from './answers.mjs';

/** What is measured, and who takes part: each peer that has such a path. */
export async function scenarios(peers, { instants, bookings }) {
  const service = peers.find(({ id }) => id === 'service');
  const contestants = (callers, paths) =>
    peers.flatMap((peer) => {
      const requests = paths(peer);
      return requests ? [{ id: peer.id, name: peer.name, peer, requests, callers }] : [];
    });
  const lists = (peer) => instants.map((instant) => ({ path: peer.list(instant) }));
  const gets = (peer) => bookings.map((booking) => ({ path: peer.get(booking) }));
  const places = (peer) => peer.places && [{ path: peer.places() }];
  const again = { peer: service, callers: 16 };
  const tagged = await withEntityTags(service, lists(service));
  return [
    { id: 'list-1', title: '100 bookings from anywhere, 1 caller', contestants: contestants(1, lists) },
    { id: 'list-16', title: '100 bookings from anywhere, 16 callers', contestants: contestants(16, lists) },
    { id: 'places', title: 'All places, 16 callers', contestants: contestants(16, places) },
    { id: 'get', title: 'One booking, 16 callers', contestants: contestants(16, gets) },
    {
      id: 'unchanged',
      title: '100 bookings that the caller has already, 16 callers',
      contestants: [
        { ...again, id: 'unchanged', name: 'Resource Catalogue, 304', requests: tagged },
        { ...again, id: 'changed', name: 'Resource Catalogue, 200', requests: lists(service) },
      ],
    },
  ];
}
