/**
 * Reads a body as text; undefined once it has more bytes than allowed, and nothing more is read then. Platforms count the
 * bytes that they have decompressed, so a small answer that unpacks to a large one is stopped as well.
 */
export async function readText(response: Response, maxBytes: number, signal: AbortSignal): Promise<string | undefined> {
  // React Native has no streams.
  if (!response.body) return response.text();
  const reader = response.body.getReader();
  const cancel = () => void reader.cancel().catch(() => {});
  // A `fetch` of the caller's may not listen to the signal.
  signal.addEventListener('abort', cancel);
  const decoder = new TextDecoder();
  let text = '';
  let bytes = Number(response.headers.get('content-length')) > maxBytes ? Infinity : 0;
  while (bytes <= maxBytes && !signal.aborted) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    text += decoder.decode(value, { stream: true });
  }
  cancel();
  return undefined;
}
