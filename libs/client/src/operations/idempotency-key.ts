/** A key that nobody else makes: 128 random bits. `crypto.randomUUID` would need a secure page, this does not. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
