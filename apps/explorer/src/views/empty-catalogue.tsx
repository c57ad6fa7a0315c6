const ways = [
  ['sheet inventory.xlsx', 'writes a mapping for a spreadsheet of yours, which import --mapping reads it by'],
  ['template machines', 'writes a sheet to begin with'],
  ['import FOLDER', 'imports files, one for each collection'],
  ['seed', 'fills it with demo data'],
] as const;

/** What to do with a catalogue that has nothing in it. */
export function EmptyCatalogue() {
  return (
    <main>
      <h1>The catalogue is empty</h1>
      <p>Fill it with the data of your workshop, or with a demonstration:</p>
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
    </main>
  );
}
