import { ApiSchema } from '@nestjs/swagger';
import { examples } from './examples.js';
import { OneOf, Text, Uuid } from './fields.js';
import { Embedded } from './nested-fields.js';
import { unitStates, type UnitState } from './unit-state.js';

/** The summary of an entity known by its name (SHAPE-9). */
@ApiSchema({ name: 'Ref', description: 'A referenced entity: its id and current name.' })
export class RefDto {
  @Uuid('Identifies the referenced entity.')
  id!: string;

  @Text('Current name of the referenced entity.', { example: 'Harbour Workshop' })
  name!: string;
}

/** The summary of a person: a member, or a user who trains or hosts (SHAPE-9). */
@ApiSchema({ name: 'PersonSummary', description: 'A person: id and name.' })
export class PersonSummaryDto {
  @Uuid('Identifies the member or user.', { example: '0198c1af-f858-77f1-884f-1ac7e80b3625' })
  id!: string;

  @Text('Given name.', { example: 'Noor', personal: true })
  first_name!: string;

  @Text('Family name.', { example: 'Haddad', personal: true })
  last_name!: string;
}

/** The summary of a user (SHAPE-9). */
@ApiSchema({ name: 'UserSummary', description: 'A user account: id and e-mail address.' })
export class UserSummaryDto {
  @Uuid('Identifies the user.', { example: '0198c1b1-1a68-7913-aa61-3ce90a2d5847' })
  id!: string;

  @Text('E-mail address for signing in.', { format: 'email', example: 'noor.haddad@example.org', personal: true })
  email!: string;
}

/** The summary of a machine unit with its machine (SHAPE-9). */
@ApiSchema({ name: 'MachineUnitSummary', description: 'One physical machine and its kind.' })
export class MachineUnitSummaryDto {
  @Uuid('Identifies the machine unit.', { example: '0198c1b2-2b70-7a24-bb72-4dfa1b3e6958' })
  id!: string;

  @Text('The stock number of the unit.', { example: 'LASER-02' })
  sku!: string;

  @OneOf(unitStates, 'Whether the unit can be used now.')
  state!: UnitState;

  @Embedded(() => RefDto, 'The machine that the unit belongs to.', { example: examples.machine })
  machine!: RefDto;
}

/** The summary of a place unit with its place (SHAPE-9). */
@ApiSchema({ name: 'PlaceUnitSummary', description: 'One room or area and its place.' })
export class PlaceUnitSummaryDto {
  @Uuid('Identifies the place unit.', { example: '0198c1b3-3c78-7b35-8c83-5e0b2c4f7a69' })
  id!: string;

  @Text('The stock number of the unit.', { example: 'WOOD-01' })
  sku!: string;

  @OneOf(unitStates, 'Whether the unit can be used now.')
  state!: UnitState;

  @Embedded(() => RefDto, 'The place that the unit belongs to.', { example: examples.place })
  place!: RefDto;
}

/** The summary of an event session with its event (SHAPE-9). */
@ApiSchema({ name: 'EventSessionSummary', description: 'One session of an event.' })
export class EventSessionSummaryDto {
  @Uuid('Identifies the event session.', { example: '0198c1b4-4d80-7c46-9d94-6f1c3d508b7a' })
  id!: string;

  @Embedded(() => RefDto, 'The event that takes place.', { example: examples.event })
  event!: RefDto;
}

/** The summary of a training session with its training (SHAPE-9). */
@ApiSchema({ name: 'TrainingSessionSummary', description: 'One session of a training.' })
export class TrainingSessionSummaryDto {
  @Uuid('Identifies the training session.', { example: '0198c1b5-5e88-7d57-aea5-702d4e619c8b' })
  id!: string;

  @Embedded(() => RefDto, 'The training that is given.', { example: examples.training })
  training!: RefDto;
}

/** The summary of a subscription with its plan (SHAPE-9). */
@ApiSchema({ name: 'SubscriptionSummary', description: 'A subscription and its plan.' })
export class SubscriptionSummaryDto {
  @Uuid('Identifies the subscription.', { example: '0198c1b6-6f90-7e68-bfb6-813e5f72ad9c' })
  id!: string;

  @Embedded(() => RefDto, 'The plan subscribed to.', { example: examples.plan })
  plan!: RefDto;
}

/** The summary of a price: its category, without the amount (SHAPE-9). */
@ApiSchema({ name: 'PriceSummary', description: 'A price by its category, without the amount.' })
export class PriceSummaryDto {
  @Uuid('Identifies the price.', { example: '0198c1b7-7098-7f79-80c7-924f6083bead' })
  id!: string;

  @Embedded(() => RefDto, 'The price category; its type is `price`.', { example: examples.priceCategory })
  category!: RefDto;
}

/** The summary of an extra that is booked with a place (SHAPE-9). */
@ApiSchema({ name: 'PlaceExtraSummary', description: 'An extra that was booked together with a place.' })
export class PlaceExtraSummaryDto {
  @Uuid('Identifies the extra.', { example: '0198c1b8-81a0-708a-91d8-a3507194cfbe' })
  id!: string;

  @Text('Current name of the extra.', { example: 'Dust extractor' })
  name!: string;

  @Text('The stock number of the extra.', { example: 'EXTRA-DUST' })
  sku!: string;
}
