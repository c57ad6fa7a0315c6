const key = 'catalogue-token';

/**
 * Takes the token out of an address such as `…/#token=rct_…`, which `npm start` prints, or out of the memory of this tab. What
 * follows `#` is sent to nobody; it leaves the address bar and the history before anything else happens.
 */
export function takeToken(): string | null {
  const [, fragment] = /^#token=([^&]+)$/.exec(location.hash) ?? [];
  if (fragment === undefined) return storage()?.getItem(key) ?? null;
  history.replaceState(null, '', location.pathname + location.search);
  return fragment;
}

/** Keeps the token until the tab is closed, or forgets it. */
export function rememberToken(token: string | null): void {
  if (token === null) storage()?.removeItem(key);
  else storage()?.setItem(key, token);
}

/** The memory of the tab; null where the browser forbids it. */
function storage(): Storage | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}
