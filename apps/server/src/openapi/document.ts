import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, getSchemaPath, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { type AnyCollectionContract, collections, scopes } from '@resource-catalogue/contracts';
import { shareParts } from './shared-parts.js';

const description = `The catalogue of a shared workshop over HTTP and JSON: machines, places, trainings, events, members, bookings.
Everything is read-only except projects. Rule ids such as FILT-3 name the rules of the interface contract.

HEAD is answered wherever GET is, with the same headers and no body. OPTIONS answers 204 with \`Allow\` and needs no token
(HTTP-3). Later releases may add keys, and values of enumerations: clients tolerate both (SHAPE-8, VER-1).`;

const tokens = `An access token of the operator: \`rct_\` and 49 letters and digits (AUTH-1, AUTH-4).
Scopes: ${scopes.map((scope) => `\`${scope}\``).join(', ')} (AUTH-3).`;

/** The OpenAPI 3.1 document of the running application, made from its controllers and their contracts. */
export function openApiDocument(app: INestApplication): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Resource Catalogue Service Interface')
    .setDescription(description)
    .setVersion('1')
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer('{base_url}', 'Wherever the service runs', {
      base_url: { default: 'http://localhost:3000', description: 'The base URL, without a slash at its end.' },
    })
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: tokens });
  const document = shareParts(SwaggerModule.createDocument(app, builder.build(), { autoTagControllers: false }));
  const tags = collections.map((contract) => ({ name: contract.name, description: descriptionOf(contract, document) }));
  return { ...document, tags };
}

/** A collection is described by what its resource is said to be. */
function descriptionOf({ resource }: AnyCollectionContract, { components }: OpenAPIObject): string {
  const schema = components?.schemas?.[getSchemaPath(resource).replace('#/components/schemas/', '')];
  if (!schema || '$ref' in schema || !schema.description) throw new Error(`${resource.name} has no description.`);
  return schema.description;
}
