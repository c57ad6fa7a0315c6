/** What to do with a catalogue that has nothing in it. */
export function EmptyCatalogue() {
  return (
    <main>
      <h1>The catalogue is empty</h1>
      <p>Fill it with the data of your workshop, or with a demonstration:</p>
      <ul class="links">
        <li>
          <code>npm run catalogue -- sheet inventory.xlsx</code>: writes a mapping for a spreadsheet that you have,
          which <code>import --mapping</code> reads it by
        </li>
        <li>
          <code>npm run catalogue -- template machines</code>: writes a sheet to begin with
        </li>
        <li>
          <code>npm run catalogue -- import FOLDER</code>: imports files, one for each collection
        </li>
        <li>
          <code>npm run catalogue -- seed</code>: fills it with demo data
        </li>
      </ul>
    </main>
  );
}
