import type { Scope } from '@resource-catalogue/contracts';
import type { Quota } from '@resource-catalogue/program';

/** Who sends a request, as far as the service cares: the token's id, what it may do, and how often. */
export interface Principal {
  /** Of a subject of the OpenID provider one that all of its tokens have in common (AUTH-5). */
  readonly tokenId: string;
  readonly scopes: readonly Scope[];
  readonly quota: Quota;
}
