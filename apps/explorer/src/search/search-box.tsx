import { rowAddress } from '../request/route.js';
import { NamePicker } from './name-picker.js';

/** Collections whose rows people know by name. */
const searched = [
  ...['machines', 'places', 'trainings', 'events', 'projects', 'members'],
  ...['machine_units', 'place_units', 'plans', 'spaces'],
];

/** Finds a row by name and opens it. */
export function SearchBox() {
  return (
    <NamePicker
      label="Search by name"
      placeholder="Search a machine, a room, LASER-02 …"
      collections={searched}
      onPick={({ collection, id }) => {
        location.hash = rowAddress(collection, id);
      }}
    />
  );
}
