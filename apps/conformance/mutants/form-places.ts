import { mutantOf } from './mutant.js';
import {
  apart,
  applying,
  behind,
  beside,
  by,
  ignored,
  named,
  ofField,
  passingOver,
  repeated,
  scattered,
  spelled,
  turningRound,
  within,
  withoutIds,
  withoutOne,
} from './written-filters.js';

// Mutants that are wrong only where a form of a filter meets one place in the query, one order or one collection.

const mutant = mutantOf('forms');

const emptyPair = within(/&&/);
const smallLetters = named(/%[67][a-f]/);

const placeMutants = [
  mutant(
    'apart-behind-limit',
    'FILT-2',
    'a set whose parameters stand apart behind the limit loses a value',
    applying([apart, behind('limit')], withoutOne),
  ),
  mutant(
    'apart-beside-empty-pair',
    'FILT-11',
    'a set whose parameters stand apart loses a value in a query with an empty pair',
    applying([apart, emptyPair], withoutOne),
  ),
  mutant(
    'repeated-over-empty-pair',
    'FILT-11',
    'a repeated parameter loses a value where an empty pair stands in between',
    applying([repeated, within(/(?:^|&)([^&=]*n(?:\]|%5[dD]))=[^&]*&&+\1=/)], withoutOne),
  ),
  mutant(
    'scattered',
    'FILT-2',
    'a set whose parameters stand apart in three places loses a value',
    applying([scattered], withoutOne),
  ),
  mutant(
    'bound-twice-beside-empty-pair',
    'FILT-9',
    'a bound that is sent twice is passed over in a query with an empty pair',
    passingOver([by('lt', 'lte', 'gt', 'gte'), repeated, emptyPair]),
  ),
] as const;

const nameMutants = [
  mutant(
    'small-letters-in-encoded-brackets',
    'FILT-11',
    'a filter is ignored whose name has encoded brackets and letters in lower-case hexadecimals',
    applying([named(/%5B/), smallLetters], ignored),
  ),
  mutant(
    'small-brackets-around-encoded-letters',
    'FILT-11',
    'a filter is ignored whose name has brackets in lower-case hexadecimals and encoded letters',
    applying([named(/%5b/), named(/%[67][A-F]/)], ignored),
  ),
  mutant(
    'small-letters-of-bounds',
    'FILT-11',
    'a time is ignored whose name has letters in lower-case hexadecimals',
    applying([by('lt', 'lte', 'gt', 'gte'), smallLetters], ignored),
  ),
  mutant(
    'brackets-without-ids',
    'FILT-2',
    'values under [] lose one behind a cursor where no ids are asked for',
    applying([withoutIds, spelled(/\[\]=/), beside(/^cursor=/)], withoutOne),
  ),
] as const;

const orderMutants = [
  mutant(
    'spaces-of-last-plans',
    'FILT-2',
    'a set of spaces loses a value where the plans of the last position come first',
    applying([by('in'), ofField(/^space_id$/), beside(/^sort=-position$/)], withoutOne),
  ),
  mutant(
    'order-of-locations',
    'SORT-1',
    'events of some locations come in the opposite order where they are sorted by name, descending',
    turningRound([by('in'), ofField(/^location_kind$/), beside(/^sort=-name$/)]),
  ),
] as const;

export const formPlaceMutants = [...placeMutants, ...nameMutants, ...orderMutants] as const;
