import { parseUrl } from './parse-url.js';
import { memoize } from './memoize.js';

/** Formats of texts: the OpenAPI document has them, and imports reject other values. */
export type TextFormat = 'email' | 'uri' | 'locale' | 'time-zone';

interface FormatRule {
  readonly holds: (text: string) => boolean;
  /** The requirement in words, for errors. */
  readonly says: string;
}

// Letters of any language (RFC 6531) or a quoted text (RFC 5321), without a display name, one address only.
const mailbox =
  /^(?:[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*|"(?:[^"\\\p{Cc}]|\\.)+")$/u;
const domain =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?\.)+\p{L}(?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u;
const longestAddress = 254;

function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  return at > 0 && text.length <= longestAddress && mailbox.test(text.slice(0, at)) && domain.test(text.slice(at + 1));
}

/** Whether a text is an absolute http or https URL. */
export const isWebUrl = (text: string): boolean =>
  /^https?:\/\/[^/]/i.test(text) && !/\s/.test(text) && parseUrl(text) !== null;

const names = { fallback: 'none' } as const;
const languages = new Intl.DisplayNames('en', { type: 'language', ...names });
const regions = new Intl.DisplayNames('en', { type: 'region', ...names });

/** Whether a text is a BCP 47 tag, in any case, of an existing language and region. */
function isLocale(text: string): boolean {
  try {
    const { language, region } = new Intl.Locale(text);
    return (
      language.length <= 3 &&
      languages.of(language) !== undefined &&
      (region === undefined || regions.of(region) !== undefined)
    );
  } catch {
    return false;
  }
}

const areas =
  'Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Brazil|Canada|Chile|Etc|Europe|Indian|Mexico|Pacific|US';
const words = '[A-Z][a-z]+(?:[_-][A-Z][a-z]+)*';
const oddWords =
  'ACT|LHI|NSW|UCT|UTC|GMT(?:[+-]?0)?|Knox_IN|McMurdo|ComodRivadavia|EasterIsland|BajaNorte|BajaSur|DeNoronha';
/** A link in the spelling of the IANA database: the platform may only know the name that it resolves to. */
const link = new RegExp(`^(?:${areas})(?:/(?:${words}|${oddWords}))+$`);

/** The platform's name of a zone, which may be the target of a link; null if the zone does not exist. */
export function resolvedZone(name: string): string | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/**
 * Whether a text is `UTC`, or a name `Area/Location` of the IANA database in its spelling, including links such as
 * `Europe/Kiev`. Offsets and abbreviations are rejected, because they do not follow daylight saving time.
 */
function isTimeZone(name: string): boolean {
  if (name === 'UTC' || !name.includes('/')) return name === 'UTC';
  const resolved = resolvedZone(name);
  if (resolved === null || resolved === name) return resolved !== null;
  return link.test(name) && resolved.toLowerCase() !== name.toLowerCase();
}

// Many rows share few texts, and Intl is slow.
const maxRemembered = 1000;

/** The validator of each format. */
export const textFormats: Readonly<Record<TextFormat, FormatRule>> = {
  email: { holds: isEmail, says: 'one e-mail address like ada@example.org' },
  uri: { holds: isWebUrl, says: 'an http or https URL like https://example.org/' },
  locale: { holds: memoize(isLocale, maxRemembered), says: 'a BCP 47 language tag like de or en-GB' },
  'time-zone': {
    holds: memoize(isTimeZone, maxRemembered),
    says: 'UTC or an IANA time zone, spelled like Europe/Berlin',
  },
};
