import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { asArray, asObject, asText, type JsonObject } from '@resource-catalogue/testing/json';

/** A result of a tool, as an assistant receives it. */
export interface Result {
  readonly isError: boolean;
  readonly text: string;
  /** The JSON of the text; empty after an error, and if it is cut. */
  readonly json: JsonObject;
}

export type Call = (tool: string, args: JsonObject) => Promise<Result>;

/** Connects the client of the SDK, and returns a function that calls tools. */
export async function connect(transport: Transport): Promise<{ readonly client: Client; readonly call: Call }> {
  const client = new Client({ name: 'test', version: '0' });
  await client.connect(transport);
  const call: Call = async (name, args) => {
    const { content, isError, structuredContent } = await client.callTool({ name, arguments: { ...args } });
    const text = asText(asObject(asArray(content)[0])['text']);
    const json = asObject(structuredContent ?? {});
    if (structuredContent === undefined) return { isError: isError === true, text, json };
    if (JSON.stringify(json) !== text) throw new Error(`The structured content differs from the text: ${text}`);
    return { isError: false, text, json };
  };
  return { client, call };
}
