import 'reflect-metadata';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';

// Prints a contract, and the summaries that can show its references, as JSON. It imports sources, so run it in a
// separate process: node --conditions=@resource-catalogue/source --import tools/typescript.mjs THIS CONTRACT SUMMARIES
const [contractUrl, summariesUrl] = process.argv.slice(2).map((path) => pathToFileURL(path));
const load = (name) => import(new URL(name, contractUrl).href);
const [exported, { fieldTable }, { filterTable }, summaries] = await Promise.all([
  load(basename(contractUrl.pathname)),
  load('field-table.ts'),
  load('filters.ts'),
  import(summariesUrl.href),
]);

const nameOf = (value) => Object.keys(exported).find((name) => exported[name] === value);
const contract = Object.values(exported).find((value) => value?.resource && value.sorts);

function describeField({ name, dto, values, ...field }) {
  const { example, format } = Reflect.getMetadata('swagger/apiModelProperties', contract.resource.prototype, name);
  const hasId = dto !== undefined && fieldTable(dto()).has('id');
  return { ...field, name, values, ownValues: values && nameOf(values), dto: dto?.().name, hasId, example, format };
}

const description = contract && {
  name: contract.name,
  exports: [nameOf(contract.resource), nameOf(contract.filters), nameOf(contract)],
  get: contract.get,
  sorts: contract.sorts,
  unique: contract.unique,
  fields: [...fieldTable(contract.resource).values()].map(describeField),
  filters: [...filterTable(contract.filters).values()].map(({ field, operators }) => ({ field, operators })),
  summaries: Object.entries(summaries).map(([name, { table, dto }]) => ({ name, table, dto: dto.name })),
};
console.log(JSON.stringify(description ?? null));
