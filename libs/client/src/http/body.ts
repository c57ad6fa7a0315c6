/**
 * Reads a body as text; returns undefined, and stops reading, once it has more bytes than allowed. Platforms count
 * decompressed bytes, so a small response that expands to a large one is stopped as well.
 */
export async function readText(response: Response, maxBytes: number, signal: AbortSignal): Promise<string | undefined> {
  // React Native has no streams.
  if (!response.body) return response.text();
  const reader = response.body.getReader();
  const cancel = () => void reader.cancel().catch(() => {});
  // A custom `fetch` may ignore the signal.
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
