/**
 * Reads a body as text; returns undefined, and stops reading, once it has more bytes than allowed. Platforms count
 * decompressed bytes, so a small response that expands to a large one is stopped as well.
 */
export async function readText(response: Response, maxBytes: number, signal: AbortSignal): Promise<string | undefined> {
  if (!response.body) {
    // React Native has no streams, so the length is known after the fact. A text has at most as many characters as bytes.
    const whole = await response.text();
    return whole.length > maxBytes ? undefined : whole;
  }
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
