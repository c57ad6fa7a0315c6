import { Injectable, type INestApplication } from '@nestjs/common';
import { DocumentBuilder, getSchemaPath, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { type AnyCollectionContract, collections, scopes, type SufficientScopes } from '@resource-catalogue/contracts';
import { scopesExtension } from '../guards/scope.guard.js';

const description = `The catalogue of a shared workshop over HTTP and JSON: its machines, places, trainings, events, members and bookings.
Everything is read-only except projects. Rule ids such as FILT-3 refer to the rules of the API contract.

HEAD works wherever GET does: it returns the same headers without a body. OPTIONS returns 204 with \`Allow\` and needs no token
(HTTP-3). Later releases may add keys and enumeration values: clients must accept both (SHAPE-8, VER-1).`;

const tokens = `An access token that the operator has created: \`rct_\` and 49 letters and digits (AUTH-1, AUTH-4). If the
operator has configured an OpenID provider, JWT access tokens from it work as well (AUTH-5).
Scopes: ${scopes.map((scope) => `\`${scope}\``).join(', ')}. A token needs one of those that an operation lists
in \`${scopesExtension}\` (AUTH-3).`;

/** The OpenAPI 3.1 document of the running application, from its controllers and their contracts. */
export function openApiDocument(app: INestApplication): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Resource Catalogue API')
    .setDescription(description)
    .setVersion('1')
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer('{base_url}', 'Base URL of the service, without a trailing slash', {
      base_url: { default: 'http://localhost:3000' },
    })
    .addSecurity('bearer', { type: 'http', scheme: 'bearer', description: tokens });
  const described = SwaggerModule.createDocument(app, builder.build(), { autoTagControllers: false });
  for (const operation of operationsIn(described)) describeScopes(operation);
  const document = shareParts(described);
  const tags = collections.map((contract) => ({
    name: contract.name,
    description: describeCollection(contract, document),
  }));
  return { ...document, tags };
}

/** The document of the running application, built on first use. */
@Injectable()
export class ApiDescription {
  private app: INestApplication | null = null;
  private made: OpenAPIObject | null = null;

  /** The application whose controllers the document describes; the framework cannot inject it. */
  describe(app: INestApplication): void {
    this.app = app;
  }

  document(): OpenAPIObject {
    if (!this.app) throw new Error('No application was set: call `describe()` before `document()`.');
    return (this.made ??= openApiDocument(this.app));
  }
}

/** A collection has the description of its resource. */
function describeCollection({ resource }: AnyCollectionContract, { components }: OpenAPIObject): string {
  const schema = components?.schemas?.[getSchemaPath(resource).replace('#/components/schemas/', '')];
  if (!schema || '$ref' in schema || !schema.description) throw new Error(`${resource.name} has no description.`);
  return schema.description;
}

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;

const operationsIn = ({ paths }: OpenAPIObject): Operation[] =>
  Object.values(paths).flatMap(({ get, post, patch }) =>
    [get, post, patch].filter((operation) => operation !== undefined),
  );

/** Says in words which scopes an operation requires, because the reference does not show extensions. */
function describeScopes(operation: Operation & { readonly [scopesExtension]?: SufficientScopes }): void {
  const required = operation[scopesExtension];
  if (!required) throw new Error(`${operation.operationId} declares no scope: add @RequiresScope(…).`);
  operation.description = `Requires the scope ${required.map((scope) => `\`${scope}\``).join(' or ')} (AUTH-3).`;
}

interface Reference {
  readonly $ref: string;
}

/** A part of the document, the name under which it could be shared, and how to replace it. */
interface Spot<Part> {
  readonly name: string;
  readonly part: Part;
  put(reference: Reference): void;
}

/**
 * Moves each parameter, header and problem that several operations share to the components. Decorators can only
 * repeat them, and the document would be more than twice as long.
 */
function shareParts(document: OpenAPIObject): OpenAPIObject {
  const operations = operationsIn(document);
  const parameters = share('parameters', operations.flatMap(parameterSpots));
  // Headers go first, because responses are compared in their final form.
  const headers = share('headers', operations.flatMap(headerSpots));
  const responses = share('responses', operations.flatMap(problemSpots));
  return { ...document, components: { ...document.components, parameters, headers, responses } };
}

/** If parts of one name differ, the most common is shared and the others stay in place. */
function share<Part>(place: string, spots: readonly Spot<Part>[]): Record<string, Part> {
  const shared: Record<string, Part> = {};
  for (const [name, ofName] of groupBy(spots, (spot) => spot.name)) {
    const kinds = [...groupBy(ofName, ({ part }) => JSON.stringify(part)).values()];
    const [alike = []] = kinds.sort((one, other) => other.length - one.length);
    const [first] = alike;
    if (!first || alike.length === 1) continue;
    shared[name] = first.part;
    for (const spot of alike) spot.put({ $ref: `#/components/${place}/${name}` });
  }
  return shared;
}

function groupBy<T>(values: readonly T[], keyOf: (value: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const value of values) {
    const key = keyOf(value);
    groups.set(key, [...(groups.get(key) ?? []), value]);
  }
  return groups;
}

const parameterSpots = ({ parameters = [] }: Operation) =>
  parameters.flatMap((part, index) => {
    if ('$ref' in part) return [];
    const name = part.name.replace(/[[\]]+/g, '.').replace(/\.$/, '');
    return [{ name, part, put: (reference: Reference) => (parameters[index] = reference) }];
  });

const headerSpots = ({ responses }: Operation) =>
  Object.values(responses).flatMap((response) => {
    if (!response || '$ref' in response) return [];
    const { headers = {} } = response;
    return Object.entries(headers).map(([name, part]) => {
      return { name, part, put: (reference: Reference) => (headers[name] = reference) };
    });
  });

/** A problem is named by its codes, which are the names of its examples. */
const problemSpots = ({ responses }: Operation) =>
  Object.entries(responses).flatMap(([status, part]) => {
    if (!part || '$ref' in part) return [];
    const codes = Object.keys(part.content?.['application/problem+json']?.examples ?? {});
    const put = (reference: Reference) => (responses[status] = reference);
    return codes.length === 0 ? [] : [{ name: codes.join('_or_'), part, put }];
  });
