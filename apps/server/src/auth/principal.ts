import type { Scope } from '@resource-catalogue/contracts';
import type { Quota } from '../settings/quota.js';

/** Who sends a request, as far as the service cares: the token's id, what it may do, and how often. */
export interface Principal {
  readonly tokenId: string;
  readonly scopes: readonly Scope[];
  readonly quota: Quota;
}
