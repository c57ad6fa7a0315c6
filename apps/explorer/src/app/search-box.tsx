import { rowAddress } from '../request/route.js';
import { NamePicker } from './name-picker.js';

/** Collections whose rows people know by name. */
const searched = ['machines', 'places', 'trainings', 'events', 'members', 'projects'];

/** Finds a row by name and opens it. */
export function SearchBox() {
  return (
    <search class="search">
      <NamePicker
        label="Search by name"
        placeholder="Search machines, rooms, trainings, events, members, projects"
        collections={searched}
        onPick={({ collection, id }) => {
          location.hash = rowAddress(collection, id);
        }}
      />
    </search>
  );
}
