const { CATALOGUE_URL = '', CATALOGUE_TOKEN = '' } = process.env;

/** What the functions that orval generates send their requests through; they say the type of the answer by its status. */
export async function send<Answer>(path: string, options: RequestInit): Promise<Answer> {
  const headers = { ...options.headers, authorization: `Bearer ${CATALOGUE_TOKEN}` };
  const response = await fetch(CATALOGUE_URL + path, { ...options, headers });
  return { status: response.status, headers: response.headers, data: await response.json() } as Answer;
}
