import type { Scope } from '@resource-catalogue/contracts';
import type { Quota } from '@resource-catalogue/program';

/** The sender of a request: the token's id, its scopes and its quota. */
export interface Principal {
  /** For a subject of the OpenID provider, an id shared by all of its tokens (AUTH-5). */
  readonly tokenId: string;
  readonly scopes: readonly Scope[];
  readonly quota: Quota;
}
