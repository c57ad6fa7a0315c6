import type { OpenAPIObject } from '@nestjs/swagger';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;

/** A part of the document, by the name under which it could be shared, and how to put another in its place. */
interface Spot<Part> {
  readonly name: string;
  readonly part: Part;
  put(part: Part | { $ref: string }): void;
}

/**
 * Says once, among the components, each parameter, header and problem that several operations have in the same words:
 * decorators can only repeat them, and the document would be more than twice as long.
 */
export function shareParts(document: OpenAPIObject): OpenAPIObject {
  const operations = Object.values(document.paths).flatMap(({ get, post, patch }) =>
    [get, post, patch].filter((operation) => operation !== undefined),
  );
  const parameters = share('parameters', operations.flatMap(parameterSpots));
  // Responses are compared when their headers are shared already, so that they are shared as they will be shown.
  const headers = share('headers', operations.flatMap(headerSpots));
  const responses = share('responses', operations.flatMap(problemSpots));
  return { ...document, components: { ...document.components, parameters, headers, responses } };
}

/** Of several parts of one name, which differ, the most common is shared and the others stay where they are. */
function share<Part>(place: string, spots: readonly Spot<Part>[]): Record<string, Part> {
  const shared: Record<string, Part> = {};
  for (const [name, ofName] of grouped(spots, (spot) => spot.name)) {
    const kinds = [...grouped(ofName, ({ part }) => JSON.stringify(part)).values()];
    const [alike = []] = kinds.sort((one, other) => other.length - one.length);
    const [first] = alike;
    if (!first || alike.length === 1) continue;
    shared[name] = first.part;
    for (const spot of alike) spot.put({ $ref: `#/components/${place}/${name}` });
  }
  return shared;
}

function grouped<T>(values: readonly T[], keyOf: (value: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const value of values) {
    const key = keyOf(value);
    groups.set(key, [...(groups.get(key) ?? []), value]);
  }
  return groups;
}

function parameterSpots({ parameters = [] }: Operation) {
  return parameters.flatMap((part, index) => {
    if ('$ref' in part) return [];
    const name = part.name.replace(/[[\]]+/g, '.').replace(/\.$/, '');
    return [{ name, part, put: (other: typeof part | { $ref: string }) => (parameters[index] = other) }];
  });
}

function headerSpots({ responses }: Operation) {
  return Object.values(responses).flatMap((response) => {
    if (!response || '$ref' in response) return [];
    const { headers = {} } = response;
    return Object.entries(headers).map(([name, part]) => ({
      name,
      part,
      put: (other: typeof part) => (headers[name] = other),
    }));
  });
}

/** Named by the codes of the problem, which its examples tell. */
function problemSpots({ responses }: Operation) {
  return Object.entries(responses).flatMap(([status, part]) => {
    if (!part || '$ref' in part) return [];
    const codes = Object.keys(part.content?.['application/problem+json']?.examples ?? {});
    if (codes.length === 0) return [];
    return [
      { name: codes.join('_or_'), part, put: (other: typeof part | { $ref: string }) => (responses[status] = other) },
    ];
  });
}
