import type { Client, MachineId, MemberId } from '../../src/index.js';

// Only compiled, never run: a line under @ts-expect-error that compiles is an error.

// `lists.ts` compares filters and sorts with the contracts.
export function lists({ bookings, projectThematics }: Client, memberId: MemberId, machineId: MachineId) {
  const filters = {
    state: { in: ['confirmed', 'pending'] },
    starts_at: { gte: new Date(), lt: '2027-01-01' },
  } as const;
  void bookings.list({ filters, sort: '-starts_at', limit: 50, cursor: null });
  void bookings.list({ filters: { member_id: { in: [memberId, 'any text'] } } });
  // @ts-expect-error undefined, which is not the same as absent
  void bookings.list({ filters: { state: undefined } });
  // @ts-expect-error the id of another entity
  void bookings.list({ filters: { member_id: { in: [machineId] } } });
  // @ts-expect-error a string instead of a number
  void bookings.list({ limit: '50' });
  // @ts-expect-error this collection has no get (GET-1)
  void projectThematics.get;
  // @ts-expect-error the bound is mandatory
  void bookings.list().toArray();
}

export async function ids({ bookings, machines, members }: Client) {
  const { data: booking } = await bookings.get('0198c1bb-b4b8-73bd-840b-d683a4c7f2e1');
  // @ts-expect-error a booking is not a machine
  void machines.get(booking.id);
  // @ts-expect-error the member may be null (SHAPE-2)
  void members.get(booking.member.id);
  if (booking.member) void members.get(booking.member.id);
  if (booking.machine_unit) void machines.get(booking.machine_unit.machine.id);
}

export async function responses({ bookings }: Client) {
  const { data: booking } = await bookings.get('id');
  // @ts-expect-error an unknown key
  void booking.cancelled_at;
  // @ts-expect-error a summary does not have this key (SHAPE-1)
  void booking.space.slug;
}

export function writes({ projects }: Client, memberId: MemberId, machineId: MachineId) {
  void projects.create({ name: 'Stool', author_id: memberId, tags: ['oak'], steps: [{ title: 'Cut' }] });
  void projects.update('id', { summary: null, publication_state: 'archived', steps: [{ id: 's1', title: 'Cut' }] });
  // @ts-expect-error the author is missing
  void projects.create({ name: 'Stool' });
  // @ts-expect-error a machine is not a member
  void projects.create({ name: 'Stool', author_id: machineId });
  // @ts-expect-error an unknown field
  void projects.create({ name: 'Stool', author_id: memberId, title: 'Stool' });
  // @ts-expect-error a project cannot begin archived
  void projects.create({ name: 'Stool', author_id: memberId, publication_state: 'archived' });
  // @ts-expect-error a step of a new project has no id
  void projects.create({ name: 'Stool', author_id: memberId, steps: [{ id: 's1', title: 'Cut' }] });
  // @ts-expect-error the name is never null
  void projects.update('id', { name: null });
  // @ts-expect-error undefined is not the same as absent
  void projects.update('id', { summary: undefined });
  // @ts-expect-error the author cannot be changed
  void projects.update('id', { author_id: memberId });
}
