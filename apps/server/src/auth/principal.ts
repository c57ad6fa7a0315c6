import type { Scope } from '@resource-catalogue/contracts';

/** So many requests in each window. */
export interface Quota {
  readonly requests: number;
  readonly seconds: number;
}

/** Who sends a request, as far as the service cares: the token's id, what it may do, and how often. */
export interface Principal {
  readonly tokenId: string;
  readonly scopes: readonly Scope[];
  readonly quota: Quota;
}
