import type { Collection } from '../api/catalogue.js';
import { idOf, type JsonObject } from '../api/json.js';
import { chooseColumns, keyWords, rowTitle } from '../api/rows.js';
import { rowUrl } from '../request/route.js';
import { useZones, ZoneContext } from '../app/session.js';
import { Cell } from './value.js';

interface Props {
  readonly collection: Collection;
  readonly rows: readonly JsonObject[];
  readonly sort: string;
}

/** Rows with the columns that their list can be filtered or sorted by; each links to its details. */
export function RowsTable({ collection, rows, sort }: Props) {
  const columns = chooseColumns(collection, rows, sort);
  const zoneOf = useZones();
  return (
    <div class="card scroll" role="region" aria-label="Rows" tabIndex={0}>
      <table class="rows">
        <caption class="hidden">{`Rows of ${collection.name}`}</caption>
        <thead>
          <tr>
            <th scope="col">Row</th>
            {columns.map((column) => (
              <th key={column} scope="col" title={column} {...ordered(column, sort)}>
                {keyWords(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <ZoneContext.Provider key={idOf(row)} value={zoneOf(row)}>
              <tr>
                <th scope="row">
                  <a href={rowUrl(collection.name, idOf(row))}>
                    <bdi>{rowTitle(row, zoneOf(row))}</bdi>
                  </a>
                </th>
                {columns.map((column) => (
                  <td key={column}>
                    <Cell name={column} value={row[column]} />
                  </td>
                ))}
              </tr>
            </ZoneContext.Provider>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ordered(column: string, sort: string) {
  if (sort === column) return { 'aria-sort': 'ascending' as const };
  return sort === `-${column}` ? { 'aria-sort': 'descending' as const } : {};
}
