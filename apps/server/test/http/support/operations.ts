import { collections, type CollectionName } from '@resource-catalogue/contracts';
import { arrayOf, objectOf, textOf } from '@resource-catalogue/testing/json';
import type { Instance } from '../../support/service.js';

/** One of the 34 operations that read, with a path that it answers with 200. */
export interface Operation {
  readonly collection: CollectionName;
  readonly path: string;
}

/** Every read operation, the gets with the id of a row that is there. */
export async function operationsOf(service: Pick<Instance, 'request'>): Promise<Operation[]> {
  const operations: Operation[] = [];
  for (const { name, get } of collections) {
    const path = `/api/v1/${name}`;
    operations.push({ collection: name, path });
    if (get) operations.push({ collection: name, path: `${path}/${await firstId(service, name)}` });
  }
  return operations;
}

export async function firstId(
  service: Pick<Instance, 'request'>,
  collection: CollectionName,
  filter = '',
): Promise<string> {
  const { data } = objectOf((await service.request(`/api/v1/${collection}?limit=1&${filter}`)).json());
  return textOf(objectOf(arrayOf(data)[0])['id']);
}
