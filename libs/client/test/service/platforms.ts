import { fileURLToPath, pathToFileURL } from 'node:url';

/** Tools of end-to-end tests that have their own lock file. */
const tools = new URL('../../../../examples/openapi-tools/node_modules/', import.meta.url);

/** The program of Cloudflare Workers; npm provides it here for Linux on x64 only. */
export const workerd = fileURLToPath(new URL('@cloudflare/workerd-linux-64/bin/workerd', tools));

/** Replaces the classes of Node by those of jsdom, as Vitest does; jsdom has no `fetch`, `Request` and `Response`. */
export const installJsdom = `
  const { JSDOM } = (await import('${pathToFileURL(fileURLToPath(new URL('jsdom/lib/api.js', tools))).href}')).default;
  const { window } = new JSDOM('', { url: 'http://127.0.0.1' });
  for (const name of Object.getOwnPropertyNames(window))
    if (/^[A-Z]/.test(name) && typeof window[name] === 'function')
      Object.defineProperty(globalThis, name, { value: window[name], configurable: true, writable: true });
  globalThis.document = window.document;
`;

const missing = ['ReadableStream', 'TransformStream', 'TextDecoder', 'structuredClone', 'MessageChannel'];

/** Replacements of globals in a bundle for React Native; Node itself needs the originals for `fetch`. */
export const namesInReactNative: Readonly<Record<string, string>> = {
  URL: 'ReactNativeURL',
  ...Object.fromEntries(missing.flatMap((name) => [name, `globalThis.${name}`].map((text) => [text, 'undefined']))),
};

/** Removes members that React Native lacks, and an option of Intl that old versions of its engine Hermes ignore. */
export const removeMembers = `
  for (const name of ['any', 'timeout']) delete AbortSignal[name];
  delete AbortSignal.prototype.throwIfAborted;
  delete URLSearchParams.prototype.size;
  delete Object.getPrototypeOf(crypto).randomUUID;
  Object.defineProperty(Response.prototype, 'body', { value: undefined });
  globalThis.ReactNativeURL = class extends URL {
    get origin() {
      throw new Error('URL.origin is not implemented');
    }
  };
  const { DateTimeFormat } = Intl;
  Intl.DateTimeFormat = function (locale, { hourCycle, ...options } = {}) {
    return new DateTimeFormat(locale, options);
  };
`;

/** The configuration of a Worker that may call services of this machine. */
export const workerConfig = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .worker), (name = "all", network = (allow = ["public", "private"]))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
const worker :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "worker.mjs")],
  compatibilityDate = "2026-11-01",
  globalOutbound = "all",
);
`;
