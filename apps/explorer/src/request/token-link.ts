/** The token of a link, and the one that the reader chose to remember: a wrong link does not replace it. */
const keys = { link: 'catalogue-link-token', chosen: 'catalogue-token' };

/**
 * Takes the token from a URL such as `…/#token=rct_…`, which `npm start` prints, or from the memory of this tab. The
 * fragment is never sent to a server; it is removed from the address bar and the history before anything else happens,
 * so the tab remembers the token for its next reload.
 */
export function takeToken(): string | null {
  const [, fragment] = /^#token=([^&]+)$/.exec(location.hash) ?? [];
  if (fragment === undefined) return storage()?.getItem(keys.link) ?? storage()?.getItem(keys.chosen) ?? null;
  history.replaceState(null, '', location.pathname + location.search);
  storage()?.setItem(keys.link, fragment);
  return fragment;
}

/** Stores the token until the tab is closed. */
export const rememberToken = (token: string): void => storage()?.setItem(keys.chosen, token);

/** Whether a reload of the tab keeps the token. */
export const isRemembered = (): boolean =>
  Object.values(keys).some((key) => (storage()?.getItem(key) ?? null) !== null);

/** Forgets this token, but not another one that the tab remembers; null forgets all. */
export function forgetToken(token: string | null): void {
  for (const key of Object.values(keys))
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
