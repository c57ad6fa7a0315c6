import type { CollectionName } from '@resource-catalogue/contracts';
import { arrayOf, objectOf, textOf } from '@resource-catalogue/testing/json';
import type { Instance } from '../../support/service.js';

export async function firstId(
  service: Pick<Instance, 'request'>,
  collection: CollectionName,
  filter = '',
): Promise<string> {
  const { data } = objectOf((await service.request(`/api/v1/${collection}?limit=1&${filter}`)).json());
  return textOf(objectOf(arrayOf(data)[0])['id']);
}
