import type { Session } from '@resource-catalogue/database';

/** Takes the demo token back with the first rows of an import: it must never be good for real data. */
export async function endDemo(inside: Session): Promise<void> {
  await inside.exec('DELETE FROM access_tokens WHERE demo');
  await inside.exec(`DELETE FROM catalogue_settings WHERE starts_with(key, 'demo.')`);
}
