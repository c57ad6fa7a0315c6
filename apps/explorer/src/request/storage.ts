/** A storage of the browser; null if it is forbidden. */
function storage(name: 'localStorage' | 'sessionStorage'): Storage | null {
  try {
    return window[name];
  } catch {
    return null;
  }
}

/** Choices that this browser keeps; none is secret. */
type Choice = 'space' | 'api';

/** The kept choice; null if there is none. */
export const keptChoice = (choice: Choice): string | null =>
  storage('localStorage')?.getItem(`catalogue-${choice}`) ?? null;

export const keepChoice = (choice: Choice, value: string): void =>
  storage('localStorage')?.setItem(`catalogue-${choice}`, value);

/** The token of a link, and the one that the reader chose to remember: a wrong link does not replace it. */
const tokenKeys = { link: 'catalogue-link-token', chosen: 'catalogue-token' };

const keptTokens = (): (string | null | undefined)[] =>
  Object.values(tokenKeys).map((key) => storage('sessionStorage')?.getItem(key));

/**
 * Takes the token from a URL such as `…/#token=rct_…`, which `npm start` prints, or from the memory of this tab. The
 * fragment is never sent to a server; it is removed from the address bar and the history before anything else happens,
 * so the tab remembers the token for its next reload.
 */
export function takeToken(): string | null {
  const [, fragment] = /^#token=([^&]+)$/.exec(location.hash) ?? [];
  if (fragment === undefined) return keptTokens().find((token) => token) ?? null;
  history.replaceState(null, '', location.pathname + location.search);
  storage('sessionStorage')?.setItem(tokenKeys.link, fragment);
  return fragment;
}

/** Stores the token until the tab is closed. */
export const rememberToken = (token: string): void => storage('sessionStorage')?.setItem(tokenKeys.chosen, token);

/** Whether a reload of the tab keeps the token. */
export const isRemembered = (): boolean => keptTokens().some((token) => token);

/** Forgets this token, but not another one that the tab remembers; null forgets all. */
export function forgetToken(token: string | null): void {
  for (const key of Object.values(tokenKeys))
    if (token === null || storage('sessionStorage')?.getItem(key) === token) storage('sessionStorage')?.removeItem(key);
}
