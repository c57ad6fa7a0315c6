import { Controller, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ApiExtraModels, ApiSchema, DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { describe, expect, it } from '@jest/globals';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { collections } from './collections.js';
import { Instant, Integer, OneOf, Text } from './fields.js';
import { Embedded, ListOf, ListOfValues, OpaqueObject } from './nested-fields.js';
import { PaginationLinksDto, PaginationMetaDto } from './page.js';
import { ValidationErrorDto, ProblemDto } from './problem.js';
import { RefDto } from './summaries.js';

@ApiSchema({ name: 'Sample', description: 'One field of each form.' })
class SampleDto {
  @Text('A note.', { nullable: true, example: null })
  note!: string | null;

  @Instant('A time.', { nullable: true })
  at!: string | null;

  @Integer('A step.', { values: [5, 10], example: 5 })
  step!: number;

  @OneOf(['on', 'off'], 'A state.', { nullable: true })
  state!: 'on' | 'off' | null;

  @OneOf(['up', 'down'], 'A direction.', { schemaName: 'Direction' })
  direction!: 'up' | 'down';

  @Embedded(() => RefDto, 'A space.')
  space!: RefDto;

  @Embedded(() => RefDto, 'A group.', { nullable: true })
  group!: RefDto | null;

  @ListOf(() => RefDto, 'Spaces.', { minItems: 1 })
  spaces!: RefDto[];

  @ListOfValues(['red', 'green'], 'Colours.')
  colours!: ('red' | 'green')[];

  @OpaqueObject('Anything.', { nullable: true, example: null })
  anything!: Record<string, unknown> | null;

  @Text('A hint.', { optional: true, example: 'a' })
  hint?: string;
}

const resources = collections.map(({ resource }) => resource);
const others = [PaginationLinksDto, PaginationMetaDto, ProblemDto, ValidationErrorDto];

@ApiExtraModels(SampleDto, ...resources, ...others)
@Controller()
class EmptyController {}

@Module({ controllers: [EmptyController] })
class EmptyModule {}

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly description?: string;
  readonly example?: unknown;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
}

function isRecord(value: unknown): value is Readonly<Record<string, Schema>> {
  return typeof value === 'object' && value !== null;
}

async function schemasOf31(): Promise<Readonly<Record<string, Schema>>> {
  const app = await NestFactory.create(EmptyModule, { logger: false });
  const document = SwaggerModule.createDocument(app, new DocumentBuilder().setOpenAPIVersion('3.1.0').build());
  await app.close();
  const asSent: unknown = JSON.parse(JSON.stringify(document.components?.schemas));
  if (!isRecord(asSent)) throw new Error('The document has no schemas.');
  return asSent;
}

const schemas = await schemasOf31();

/** The value that the document shows: the example of a schema, or one put together from the schemas inside it. */
function exampleOf(schema: Schema): unknown {
  if (schema.example !== undefined) return schema.example;
  if (schema.$ref !== undefined) return exampleOf(schemas[schema.$ref.replace('#/components/schemas/', '')] ?? {});
  const inner = schema.allOf?.[0] ?? schema.anyOf?.[0];
  if (inner) return exampleOf(inner);
  if (schema.items) return [exampleOf(schema.items)];
  return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([key, value]) => [key, exampleOf(value)]));
}

describe('the schemas in an OpenAPI 3.1 document', () => {
  it('SHAPE-2: say null as a type or as an alternative, and require every key that is not optional', () => {
    const { properties, required } = schemas.Sample ?? {};
    expect(properties).toMatchObject({
      note: { type: ['string', 'null'], description: 'A note.', example: null },
      at: { type: ['string', 'null'], format: 'date-time', example: '2026-03-01T09:00:00.000Z' },
      step: { type: 'integer', enum: [5, 10] },
      state: { type: ['string', 'null'], enum: ['on', 'off', null] },
      direction: { allOf: [{ $ref: '#/components/schemas/Direction' }] },
      space: { allOf: [{ $ref: '#/components/schemas/Ref' }], description: 'A space.' },
      group: { anyOf: [{ $ref: '#/components/schemas/Ref' }, { type: 'null' }], description: 'A group.' },
      spaces: { type: 'array', items: { $ref: '#/components/schemas/Ref' }, minItems: 1 },
      colours: { type: 'array', items: { type: 'string', enum: ['red', 'green'] }, uniqueItems: true },
      anything: { type: ['object', 'null'], additionalProperties: true },
    });
    expect(required).toEqual(Object.keys(properties ?? {}).filter((key) => key !== 'hint'));
    expect(schemas.Direction).toMatchObject({ type: 'string', enum: ['up', 'down'] });
    expect(JSON.stringify(schemas)).not.toContain('"nullable"');
  });

  it('LIST-2, section 8: have the names of the interface', () => {
    expect(Object.keys(schemas)).toEqual(
      expect.arrayContaining(
        [
          'User Member Machine MachineUnit Training TrainingSession Place PlaceUnit Plan Event EventSession Project',
          'ProjectLicense ProjectThematic Subscription Booking Category CategoryType Space PaginationLinks PaginationMeta',
          'Problem ValidationError',
        ].flatMap((line) => line.split(' ')),
      ),
    );
  });

  it('describe themselves and each of their keys', () => {
    for (const [name, schema] of Object.entries(schemas)) {
      const undescribed = Object.entries({ [name]: schema, ...schema.properties })
        .filter(([, { description = '' }]) => !/^[A-Z].*\.$/.test(description))
        .map(([key]) => `${name} ${key}`);
      expect(undescribed).toEqual([]);
    }
  });

  const documented: readonly (new () => object)[] = [...resources, PaginationLinksDto, PaginationMetaDto, ProblemDto];

  it.each(documented.map((dto) => ({ name: dto.name, dto })))(
    'show an example of $name that follows its rules',
    ({ name, dto }) => {
      const schema = schemas[name.replace(/Dto$/, '')] ?? {};
      const example = plainToInstance(dto, exampleOf(schema));
      expect(Object.keys(example)).toEqual(Object.keys(schema.properties ?? {}));
      expect(validateSync(example)).toEqual([]);
    },
  );
});
