import { type Field, memoize, resolvedZone, textFormats } from '@resource-catalogue/contracts';
import { distance } from 'fastest-levenshtein';
import { toSlug } from './slug.js';
import zones from './windows-zones.json' with { type: 'json' };

const { locale, uri, email } = textFormats;
const { holds: isZone } = textFormats['time-zone'];

/** Maximum length of a text to correct, because each word of it is looked up. */
const longestNear = 1000;

/** Returns a similar value that the field accepts; null if there is none. */
export function proposalFor({ kind, values, limits = {} }: Field, value: unknown): string | null {
  if (typeof value !== 'string' || value.length > longestNear) return null;
  if (kind === 'boolean') return findNearest(value, ['true', 'yes', 'false', 'no']);
  if (values) return findNearest(value, values);
  switch (limits.format) {
    case 'time-zone':
      return zoneOnce(value);
    case 'locale':
      return localeNear(value);
    case 'uri':
      return /^[\w-]+(?:\.[\w-]+)+(?:\/\S*)?$/.test(value) ? firstValid(uri.holds, `https://${value}`) : null;
    case 'email':
      return firstValid(
        email.holds,
        /^(?:mailto:|[^<>]*<)?([^<>]+)>?$/.exec(value.replaceAll(/[\s\p{Cf}]+/gu, ''))?.[1] ?? '',
      );
    case undefined:
      break;
  }
  return firstValid((text) => limits.pattern?.test(text) === true, toSlug(value), value.trim().toUpperCase());
}

/** Returns the first text that passes. */
const firstValid = (holds: (text: string) => boolean, ...texts: readonly string[]): string | null =>
  texts.find(holds) ?? null;

/** Normalises case, white space and punctuation. */
const normalise = (text: string): string =>
  text
    .normalize('NFC')
    .toUpperCase()
    .toLowerCase()
    .replaceAll(/[\s_./-]+/gu, '');

/** The digits of a text: names with different digits belong to different things. */
const digits = (text: string): string => text.replaceAll(/\D|^0+/g, '');

/** Returns the closest candidate that differs in at most three letters and at most a share of them. */
export function findNearest(text: string, candidates: Iterable<string>, share = 0.4): string | null {
  const wanted = normalise(text);
  let [best, least]: [string | null, number] = [null, Math.min(3, Math.floor(wanted.length * share)) + 1];
  for (const candidate of candidates) {
    const other = normalise(candidate);
    if (Math.abs(other.length - wanted.length) >= least || digits(other) !== digits(wanted)) continue;
    const between = distance(wanted, other);
    if (between < least) [best, least] = [candidate, between];
  }
  return best;
}

/** IANA zones by Windows name (without `Standard Time`) and by abbreviations that Intl does not know. */
const windowsZones = new Map(Object.entries(zones));

const areas = ['Europe', 'America', 'Asia', 'Africa', 'Australia', 'Pacific', 'Atlantic', 'Indian'];

/** Formats a name like most IANA names. */
const asZone = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/(?:^|[/_\s-])[a-z]/g, (begin) => begin.toUpperCase())
    .replaceAll(' ', '_');

/** Finds a time zone by another spelling, its abbreviation, its Windows name or a city in it. */
function zoneNear(text: string): string | null {
  const name = text.trim();
  const windows = windowsZones.get(name.replace(/ (?:Standard|Daylight|Summer) Time$/, '')) ?? '';
  const words = [name, ...name.split(/[^\p{L}]+/u).filter((word) => word.length > 3)];
  const cities = words.flatMap((word) => areas.map((area) => `${area}/${asZone(word)}`));
  const other = /^\p{L}[\p{L}\d/_-]*$/u.test(name) ? (resolvedZone(name) ?? '') : '';
  const known = firstValid(isZone, asZone(name), windows, other, ...cities);
  return known ?? findNearest(name, [...Intl.supportedValuesOf('timeZone'), 'UTC']);
}

const zoneOnce = memoize(zoneNear, 1000);

const codes = 'ar cs da de el en es fi fr hu it ja nl no pl pt ro ru sv tr uk zh'.split(' ');

/** Language codes by name, in several languages and in the language itself. */
const languages = new Map(
  codes.flatMap((code) =>
    ['en', 'de', 'fr', 'es', code].map((locale): [string, string] => [
      normalise(new Intl.DisplayNames(locale, { type: 'language' }).of(code) ?? code),
      code,
    ]),
  ),
);

function localeNear(text: string): string | null {
  const tag = text.trim().replaceAll('_', '-');
  if (locale.holds(tag)) return Intl.getCanonicalLocales(tag)[0] ?? null;
  return languages.get(normalise(text)) ?? null;
}

/** A "did you mean" hint with the closest known word, also by the last part of its path; empty if none is close. */
export function suggestion(word: string, known: readonly string[]): string {
  const sameEnd = known.find((each) => fold(each.split('.').at(-1) ?? '') === fold(word));
  const meant = sameEnd ?? findNearest(word, known, 0.5);
  return meant === null ? '' : `; did you mean ${meant}?`;
}

/** Normalises case, Unicode form and white space. */
export const fold = (text: string): string => text.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
