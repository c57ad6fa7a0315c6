import type { CollectionName } from '@resource-catalogue/contracts';
import { isObject } from '@resource-catalogue/program';

/** Receives an error: the pointer and the expected value. */
type ReportValue = (pointer: string, detail: string) => void;

type Rule = (value: Readonly<Record<string, unknown>>, report: ReportValue) => void;

/** Rules of section 8 that concern one line and are neither field limits nor check constraints. */
export const rowRules: Partial<Readonly<Record<CollectionName, Rule>>> = {
  bookings: (value, report) => {
    if (value['place_unit'] === null && ids(value['place_extras']).length > 0) {
      report('/place_extras', 'must be empty: only a booking of a place unit has extras');
    }
  },
  machines: quotaRule('machine'),
  places: quotaRule('place'),
  projects: (value, report) => {
    const author = readId(value['author']);
    ids(value['collaborators']).forEach((id, index) => {
      if (id === author) report(`/collaborators/${index}`, 'must not be the author');
    });
    uniqueIds(value, 'steps', report);
  },
  training_sessions: (value, report) => uniqueIds(value, 'slots', report),
};

/** A quota limits one of the duration types in the same line. */
function quotaRule(owner: 'machine' | 'place'): Rule {
  const key = `${owner}_booking_duration_type_id`;
  return (value, report) => {
    const types = new Set(ids(value[`${owner}_booking_duration_types`]));
    items(value[`${owner}_quotas`]).forEach((quota, index) => {
      if (!types.has(quota[key])) {
        report(
          `/${owner}_quotas/${index}/${key}`,
          `must be the id of one of the ${owner}_booking_duration_types of this line`,
        );
      }
    });
  };
}

function uniqueIds(value: Readonly<Record<string, unknown>>, key: string, report: ReportValue): void {
  const known = new Set<unknown>();
  ids(value[key]).forEach((id, index) => {
    if (known.has(id)) report(`/${key}/${index}/id`, 'must be unique in the array');
    known.add(id);
  });
}

const items = (value: unknown) => (Array.isArray(value) ? value.filter(isObject) : []);
const ids = (value: unknown): unknown[] => items(value).map(readId);
const readId = (value: unknown): unknown => (isObject(value) ? value['id'] : null);
