import { createHash } from 'node:crypto';

/** The files of a new collection that has a name and is only read, by their paths. They are its start, and compile as they are. */
export function filesOf(names) {
  const { plurals, singulars } = names;
  const resource = `apps/server/src/resources/${plurals.kebab}/${plurals.kebab}`;
  return {
    [`libs/contracts/src/${singulars.kebab}.ts`]: contract(names),
    [`${resource}.resource.ts`]: definition(names),
    [`${resource}.controller.ts`]: controller(names),
    [`${resource}.controller.spec.ts`]: spec(names),
    [`prisma/seed/${plurals.kebab}.ts`]: seed(names),
    [`libs/client/src/resources/${plurals.kebab}.ts`]: clientResource(names),
  };
}

const contract = ({ plural, words, word, plurals, singulars }) => `
import { ApiSchema } from '@nestjs/swagger';
import { TimestampsBlock } from './blocks/lifecycle-blocks.js';
import { collection } from './collection.js';
import { CommonFiltersDto } from './common-filters.js';
import { inOrder } from './field-table.js';
import { Text, Uuid } from './fields.js';

class ${singulars.pascal}Fields {
  @Uuid('Identifies the ${word}.', { example: '${exampleId(plural)}' })
  id!: string;

  @Text('What the ${word} is called.', { example: 'North ${word}' })
  name!: string;
}

/** One of the ${words}. */
@ApiSchema({ name: '${singulars.pascal}', description: 'One of the ${words}.' })
export class ${singulars.pascal}Dto extends inOrder(${singulars.pascal}Fields, TimestampsBlock) {}

/** What the list of ${words} can be filtered by: only what every collection has. */
export class ${singulars.pascal}FiltersDto extends CommonFiltersDto {}

/** The collection \`${plural}\`. */
export const ${plurals.camel}Contract = collection({
  name: '${plural}',
  resource: ${singulars.pascal}Dto,
  filters: ${singulars.pascal}FiltersDto,
  sorts: ['name'],
  defaultSort: '-created_at',
  get: true,
});
`;

const definition = ({ plurals }) => `
import { ${plurals.camel}Contract } from '@resource-catalogue/contracts';
import { timestamps } from '../../read/blocks.js';
import { resource } from '../../read/definition.js';
import { column } from '../../read/sources.js';

export const ${plurals.camel} = resource(${plurals.camel}Contract, {
  sources: {
    id: column(),
    name: column(),
    ...timestamps,
  },
  filters: {},
});
`;

const controller = ({ plural, words, word, plurals }) => `
import { Controller, Get, Inject } from '@nestjs/common';
import { ${plurals.camel}Contract } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { ListParams } from '../../http/list-params.js';
import { ResourceId } from '../../http/resource-id.js';
import { GetOperation, ListOperation } from '../../openapi/operations.js';
import type { Item, Page } from '../../read/page.js';
import { Reader } from '../../read/reader.js';
import { ${plurals.camel} } from './${plurals.kebab}.resource.js';

@Controller('api/v1/${plural}')
export class ${plurals.pascal}Controller {
  constructor(@Inject(Reader) private readonly reader: Reader) {}

  @Get()
  @ListOperation(${plurals.camel}Contract, 'Lists ${words}')
  list(@ListParams(${plurals.camel}Contract) query: ListQuery): Promise<Page> {
    return this.reader.list(${plurals.camel}, query);
  }

  @Get(':id')
  @GetOperation(${plurals.camel}Contract, 'Gets one ${word}')
  get(@ResourceId() id: string): Promise<Item> {
    return this.reader.get(${plurals.camel}, id);
  }
}
`;

const spec = ({ plurals }) => `
import { ${plurals.camel}Contract } from '@resource-catalogue/contracts';
import { describeCollection } from '../../../test/support/describe-collection.js';

describeCollection(${plurals.camel}Contract);
`;

const seed = ({ plural, word, plurals }) => `
import { lifeOf, timestampColumns } from './blocks/lifecycle.js';
import { itemAt, type Stream } from './random/prng.js';
import { uuidV7 } from './random/uuid-v7.js';
import { type SeedTable, table } from './table.js';
import type { Clock } from './time/clock.js';

/** Fewer names than rows, so that paging meets ties (PAGE-4). */
const rows = 40;
const names = ['North', 'East', 'South', 'West', 'Middle'].map((place) => \`\${place} ${word}\`);

export function ${plurals.camel}Table(clock: Clock, root: Stream): SeedTable {
  const stream = root.child('${plural}');
  return table('${plural}', () =>
    Array.from({ length: rows }, (_, index) => {
      const random = stream.at(index);
      const life = lifeOf(clock, random, index);
      return { id: uuidV7(life.createdAt, random), name: itemAt(names, index), ...timestampColumns(life) };
    }),
  );
}
`;

const clientResource = ({ plural, words, plurals, singulars }) => `
import type { ${singulars.pascal}Dto, ${singulars.pascal}FiltersDto, ${plurals.camel}Contract } from '@resource-catalogue/contracts';
import type { FiltersOf } from '../query/filters.js';
import type { ${singulars.pascal}Id } from '../values/ids.js';
import type { Received } from '../values/received.js';
import type { ReadableResource, SortOf } from './resource.js';

/** One of the ${words}. */
export type ${singulars.pascal} = Received<${singulars.pascal}Dto, ${singulars.pascal}Id>;
/** What the list of ${words} can be filtered by. */
export type ${singulars.pascal}Filters = FiltersOf<${singulars.pascal}FiltersDto, ${singulars.pascal}Id>;
/** What the list of ${words} can be sorted by. */
export type ${singulars.pascal}Sort = SortOf<typeof ${plurals.camel}Contract>;

/**
 * The collection \`${plural}\`.
 *
 * @example
 * for await (const ${singulars.camel} of client.${plurals.camel}.list({ sort: 'name' })) console.log(${singulars.camel}.name);
 */
export const ${plurals.camel}: ReadableResource<${singulars.pascal}, ${singulars.pascal}Filters, ${singulars.pascal}Sort> = {
  name: '${plural}',
  get: true,
};
`;

/** A UUID of version 7, the same at every run and another for every collection. */
function exampleId(plural) {
  const hex = createHash('sha256').update(plural).digest('hex');
  return `0198c1${hex.slice(0, 2)}-${hex.slice(2, 6)}-7${hex.slice(6, 9)}-8${hex.slice(9, 12)}-${hex.slice(12, 24)}`;
}
