import type { ServerResponse } from 'node:http';
import type { Dataset } from './dataset/dataset.js';
import type { ResponseData, Request, TakeQuota } from './http/exchange.js';
import type { Tokens } from './http/tokens.js';
import type { ReadPage } from './list.js';
import type { ReadQuery } from './query/read-list-query.js';
import type { Store } from './store.js';
import type { ReadBody } from './write/read-body.js';

export type Respond = (request: Request) => Promise<ResponseData>;

export type Send = (data: ResponseData, request: Request, response: ServerResponse) => void;

/** The replaceable parts of the server, composed in `start.ts`. Each uses only those before it. */
export interface Parts {
  readonly store: Store;
  readonly readQuery: ReadQuery;
  readonly readPage: ReadPage;
  readonly readBody: ReadBody;
  readonly takeQuota: TakeQuota;
  /** The response before compression. */
  readonly respond: Respond;
  /** Writes a response to the network. */
  readonly send: Send;
}

export interface Setting {
  readonly dataset: Dataset;
  readonly tokens: Tokens;
  readonly url: string;
}

/** Replaces parts by others that use them, such as one that fails every tenth time. */
export type Wraps = {
  readonly [Name in keyof Parts]?: (sound: Parts[Name], setting: Setting) => Parts[Name];
};
