import type { Session } from '@resource-catalogue/database';

/** Deletes the demo token when real rows are first stored, so that it never gives access to real data. */
export async function endDemo(inside: Session): Promise<void> {
  await inside.exec('DELETE FROM access_tokens WHERE demo');
  await inside.exec(`DELETE FROM catalogue_settings WHERE starts_with(key, 'demo.')`);
}
