import { catalogueCommand } from './page-settings.js';
import { Terms } from './terms.js';

/** Explains how to fill an empty catalogue. */
export function EmptyCatalogue() {
  return (
    <main>
      <h1>The catalogue is empty</h1>
      <p>Fill it with the data of your workshop, or with a demonstration:</p>
      <FillingCommands collection="machines" />
    </main>
  );
}

/** The commands that fill a catalogue, for one of its collections. */
export function FillingCommands({ collection }: { collection: string }) {
  const ways = [
    ['sheet inventory.xlsx', 'writes a mapping for your spreadsheet, for import --mapping'],
    [`template ${collection}`, 'writes a spreadsheet to fill in'],
    ['import FOLDER', 'imports files, one per collection'],
    ['seed', 'fills an empty catalogue with demo data'],
  ] as const;
  const program = catalogueCommand();
  return <Terms class="facts" lines={ways.map(([command, text]) => [<code>{`${program} ${command}`}</code>, text])} />;
}
