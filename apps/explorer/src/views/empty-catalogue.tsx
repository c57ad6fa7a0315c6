/** What to do with a catalogue that has nothing in it. */
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
    ['sheet inventory.xlsx', 'writes a mapping for a spreadsheet of yours, which import --mapping reads it by'],
    [`template ${collection}`, 'writes a sheet to begin with'],
    ['import FOLDER', 'imports files, one for each collection'],
    ['seed', 'fills an empty catalogue with demo data'],
  ] as const;
  return (
    <dl class="facts">
      {ways.map(([command, text]) => (
        <div key={command}>
          <dt>
            <code>npm run catalogue -- {command}</code>
          </dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
