import type { ApiQueryOptions } from '@nestjs/swagger';
import {
  type AnyCollectionContract,
  defaultLimit,
  type FilterField,
  filterTable,
  listParams,
  maximumSetSize,
  type Operator,
} from '@resource-catalogue/contracts';

type Parameter = Extract<ApiQueryOptions, { schema: unknown }>;
type Schema = Parameter['schema'];

/** The query parameters of a list, each operator of each filter by name: what is not here is refused (FILT-9). */
export function listParameters(contract: AnyCollectionContract): Parameter[] {
  const filters = [...filterTable(contract.filters).values()];
  return [
    {
      name: 'limit',
      required: false,
      description: listParams.limit.description,
      schema: { type: 'integer', minimum: 1, default: defaultLimit, examples: [listParams.limit.example] },
    },
    {
      name: 'cursor',
      required: false,
      description: listParams.cursor.description,
      schema: { type: 'string', minLength: 1, examples: [listParams.cursor.example] },
    },
    {
      name: 'sort',
      required: false,
      description: listParams.sort.description,
      schema: {
        type: 'string',
        enum: contract.sorts.flatMap((sort) => [sort, `-${sort}`]),
        default: contract.defaultSort,
      },
    },
    ...filters.flatMap((filter) => filter.operators.map((operator) => filterParameter(filter, operator))),
  ];
}

const meaning: Readonly<Record<Operator, string>> = {
  in: 'is one of these',
  not_in: 'is none of these; null is none of them',
  lt: 'is before',
  lte: 'is not after',
  gt: 'is after',
  gte: 'is not before',
  eq: 'is',
};

function filterParameter(filter: FilterField, operator: Operator): Parameter {
  const isSet = operator === 'in' || operator === 'not_in';
  const items = valueSchema(filter);
  return {
    name: `filters[${filter.field}][${operator}]`,
    required: false,
    description: `${filter.description} Operator \`${operator}\`: ${meaning[operator]}.`,
    ...(isSet && { style: 'form', explode: false }),
    schema: isSet ? { type: 'array', items, minItems: 1, maxItems: maximumSetSize } : items,
  };
}

function valueSchema({ kind, values }: FilterField): Schema {
  switch (kind) {
    case 'uuid':
      return { type: 'string', format: 'uuid', examples: ['0198c1a2-7d40-7b3e-9c55-2f6a8e1d0b47'] };
    case 'enum':
      return { type: 'string', enum: [...(values ?? [])] };
    case 'datetime':
      return {
        type: 'string',
        description: 'An ISO 8601 date or datetime (FILT-5).',
        examples: ['2026-03-01', '2026-03-01T09:00:00.000Z'],
      };
    case 'boolean':
      return { type: 'boolean' };
    case 'text':
      return { type: 'string', minLength: 1 };
  }
}
