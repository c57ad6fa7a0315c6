import type { Settings } from '../settings/settings.js';

/** What a person needs after a start: where the service is, where its reference is, and a request that works. */
export function banner(settings: Settings, address: unknown, demoToken: string | null): string {
  const base = settings.publicUrl ?? `http://${hostIn(settings.host)}:${portOf(address) ?? settings.port}`;
  const lines = ['', `Resource Catalogue  ${base}`, `Reference           ${base}/docs`];
  if (demoToken === null) {
    lines.push('Access tokens       npm run catalogue -- tokens create --name NAME --scopes read');
  } else {
    lines.push(
      `Demo token          ${demoToken}`,
      '',
      `curl -H 'Authorization: Bearer ${demoToken}' '${base}/api/v1/bookings?limit=2'`,
    );
  }
  return `${lines.join('\n')}\n\n`;
}

/** An address that a client on this machine can use where the service listens on all of them. */
function hostIn(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

function portOf(address: unknown): number | null {
  if (typeof address !== 'object' || address === null || !('port' in address)) return null;
  return typeof address.port === 'number' ? address.port : null;
}
