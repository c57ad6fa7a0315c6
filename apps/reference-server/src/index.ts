export type { DatasetSize } from './dataset/size.js';
export type { Arrived } from './http/listener.js';
export type { Answer } from './http/exchange.js';
export { type ReferenceServer, type ServerOptions, startReferenceServer } from './start.js';
