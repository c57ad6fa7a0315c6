import type { CatalogueEvent } from './events.js';
import type { Stream } from './random/prng.js';
import type { SessionOwner } from './session-owner.js';
import type { Session } from './sessions.js';
import { joinTable, type Row, type SeedTable, table } from './table.js';
import { columnsOfSpans } from './time/slots.js';
import { instantText, instantTextOrNull } from './time/units.js';
import type { Training } from './trainings.js';

export function trainingSessionTables(sessions: readonly Session<Training>[], root: Stream): SeedTable[] {
  return [
    sessionTable('training_sessions', sessions, root, ({ owner }) => ({ training_id: owner.id })),
    joinTable('training_session_trainers', ['training_session_id', 'user_id'], sessions, ({ id, teachers }) => ({
      id,
      items: teachers,
    })),
  ];
}

export function eventSessionTables(sessions: readonly Session<CatalogueEvent>[], root: Stream): SeedTable[] {
  return [
    sessionTable('event_sessions', sessions, root, ({ owner }) => ({ event_id: owner.id })),
    joinTable('event_session_hosts', ['event_session_id', 'user_id'], sessions, ({ id, teachers }) => ({
      id,
      items: teachers,
    })),
  ];
}

function sessionTable<Owner extends SessionOwner>(
  name: string,
  sessions: readonly Session<Owner>[],
  root: Stream,
  ownerColumn: (session: Session<Owner>) => Row,
): SeedTable {
  const stream = root.child(`${name} slots`);
  return table(name, function* () {
    for (const session of sessions) {
      const { space, spans, createdAt } = session;
      yield {
        id: session.id,
        ...ownerColumn(session),
        space_id: space.id,
        state: session.state,
        ...columnsOfSpans(spans, space.zone, createdAt, stream.at(session.index)),
        seats_total: session.seats,
        registration_opens_at: instantTextOrNull(session.opensAt),
        registration_closes_at: instantTextOrNull(session.closesAt),
        canceled_at: instantTextOrNull(session.canceledAt),
        updated_at: instantText(session.updatedAt),
        created_at: instantText(createdAt),
      };
    }
  });
}
