const { CATALOGUE_URL = '', CATALOGUE_TOKEN = '' } = process.env;

/** Sends the requests of the functions that orval generates, which know the type of the response for each status. */
export async function send<Result>(path: string, options: RequestInit): Promise<Result> {
  const headers = { ...options.headers, authorization: `Bearer ${CATALOGUE_TOKEN}` };
  const response = await fetch(CATALOGUE_URL + path, { ...options, headers });
  return { status: response.status, headers: response.headers, data: await response.json() } as Result;
}
