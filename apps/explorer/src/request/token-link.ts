const key = 'catalogue-token';

/**
 * Takes the token from a URL such as `…/#token=rct_…`, which `npm start` prints, or from the memory of this tab. The
 * fragment is never sent to a server; it is removed from the address bar and the history before anything else
 * happens.
 */
export function takeToken(): string | null {
  const [, fragment] = /^#token=([^&]+)$/.exec(location.hash) ?? [];
  if (fragment === undefined) return storage()?.getItem(key) ?? null;
  history.replaceState(null, '', location.pathname + location.search);
  return fragment;
}

/** Stores the token until the tab is closed. */
export const rememberToken = (token: string): void => storage()?.setItem(key, token);

/** Forgets this token, but not another one that the tab remembers; null forgets any. */
export function forgetToken(token: string | null): void {
  if (token === null || storage()?.getItem(key) === token) storage()?.removeItem(key);
}

/** The tab's storage; null if the browser forbids it. */
function storage(): Storage | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}
