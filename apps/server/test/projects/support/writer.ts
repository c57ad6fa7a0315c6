import { type JsonObject, asObject, asText, valuesAt } from '@resource-catalogue/testing/json';
import { type HttpResponse, type Client, makeClient } from '@resource-catalogue/testing/requests';

export const projectsPath = '/api/v1/projects';

type Headers = Readonly<Record<string, string>>;

/** The project of a response, which must have the given status. */
export function projectIn(response: HttpResponse, status: number): JsonObject {
  if (response.status !== status)
    throw new Error(`Expected status ${status}, got ${response.status}: ${response.text.slice(0, 2000)}`);
  const { data, ...others } = asObject(response.json());
  if (Object.keys(others).length > 0)
    throw new Error(`The response has keys other than data: ${response.text.slice(0, 2000)}`);
  return asObject(data);
}

/** A client for writes to one service. */
export class Writer {
  constructor(
    readonly instance: Pick<Client, 'request'>,
    private readonly author: string,
    private readonly token?: string,
  ) {}

  /** Writes to a service that runs as a process. */
  static async to({ url, token = '' }: { readonly url: string; readonly token?: string | undefined }): Promise<Writer> {
    const client = makeClient(url, token);
    const members = await client.request('/api/v1/members?filters[soft_deleted][eq]=false&limit=1');
    return new Writer(client, asText(valuesAt(members.json(), 'data[].id')[0]));
  }

  /** The same with another token. */
  with(token: string): Writer {
    return new Writer(this.instance, this.author, token);
  }

  /** Sends text unchanged and other bodies as JSON. */
  post(body: unknown, headers: Headers = {}): Promise<HttpResponse> {
    return this.send('POST', projectsPath, body, headers);
  }

  patch(id: unknown, body: unknown, headers: Headers = {}): Promise<HttpResponse> {
    return this.send('PATCH', `${projectsPath}/${asText(id)}`, body, headers);
  }

  get(id: unknown): Promise<HttpResponse> {
    return this.instance.request(`${projectsPath}/${asText(id)}`, this.credentials);
  }

  /** The required fields of a project, and additional ones. */
  body(fields: JsonObject = {}): JsonObject {
    return { name: 'Folding stool', author_id: this.author, ...fields };
  }

  async make(fields: JsonObject = {}): Promise<JsonObject> {
    return projectIn(await this.post(this.body(fields)), 201);
  }

  async change(id: unknown, body: JsonObject, headers: Headers = {}): Promise<JsonObject> {
    return projectIn(await this.patch(id, body, headers), 200);
  }

  private get credentials() {
    return this.token === undefined ? {} : { token: this.token };
  }

  private send(method: string, path: string, body: unknown, headers: Headers): Promise<HttpResponse> {
    return this.instance.request(path, {
      method,
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
      ...this.credentials,
    });
  }
}
