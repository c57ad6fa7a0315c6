import { type Field, resolvedZone, textFormats } from '@resource-catalogue/contracts';
import { distance } from 'fastest-levenshtein';
import { remembered } from './remembered.js';
import zones from './windows-zones.json' with { type: 'json' };

const { locale, uri, email } = textFormats;
const { holds: isZone } = textFormats['time-zone'];

/** Characters of a text that may be a misspelled value: each word of a longer one would be looked up. */
const longestNear = 1000;

/** A value near a wrong one that a field takes; null where none is near. */
export function proposalFor({ kind, values, limits = {} }: Field, value: unknown): string | null {
  if (typeof value !== 'string' || value.length > longestNear) return null;
  if (kind === 'boolean') return nearest(value, ['true', 'yes', 'false', 'no']);
  if (values) return nearest(value, values);
  switch (limits.format) {
    case 'time-zone':
      return zoneOnce(value);
    case 'locale':
      return localeNear(value);
    case 'uri':
      return /^[\w-]+(?:\.[\w-]+)+(?:\/\S*)?$/.test(value) ? held(uri.holds, `https://${value}`) : null;
    case 'email':
      return held(
        email.holds,
        /^(?:mailto:|[^<>]*<)?([^<>]+)>?$/.exec(value.replaceAll(/[\s\p{Cf}]+/gu, ''))?.[1] ?? '',
      );
    case undefined:
      break;
  }
  return held((text) => limits.pattern?.test(text) === true, slugOf(value), value.trim().toUpperCase());
}

/** The first text that holds. */
const held = (holds: (text: string) => boolean, ...texts: readonly string[]): string | null =>
  texts.find(holds) ?? null;

/** A text without case, white space and the marks between words. */
const bare = (text: string): string =>
  text
    .normalize('NFC')
    .toUpperCase()
    .toLowerCase()
    .replaceAll(/[\s_./-]+/gu, '');

/** The digits of a text: names with other digits belong to other things. */
const digits = (text: string): string => text.replaceAll(/\D|^0+/g, '');

/** The candidate that differs least from a text, by three of its letters and by a share of them at most. */
export function nearest(text: string, candidates: Iterable<string>, share = 0.4): string | null {
  const wanted = bare(text);
  let [best, least]: [string | null, number] = [null, Math.min(3, Math.floor(wanted.length * share)) + 1];
  for (const candidate of candidates) {
    const other = bare(candidate);
    if (Math.abs(other.length - wanted.length) >= least || digits(other) !== digits(wanted)) continue;
    const between = distance(wanted, other);
    if (between < least) [best, least] = [candidate, between];
  }
  return best;
}

/** Words of a-z and 0-9 with one - between them, made of a name; empty where it has no such letters. */
export function slugOf(name: string): string {
  const plain = name
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase();
  return plain
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 100)
    .replaceAll(/^-+|-+$/g, '');
}

/** Zones by what Windows calls them, without `Standard Time`, and by an abbreviation that Intl does not know. */
const windowsZones = new Map(Object.entries(zones));

const areas = ['Europe', 'America', 'Asia', 'Africa', 'Australia', 'Pacific', 'Atlantic', 'Indian'];

/** A name as the IANA database writes most of its names. */
const asZone = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/(?:^|[/_\s-])[a-z]/g, (begin) => begin.toUpperCase())
    .replaceAll(' ', '_');

/** A time zone by its name in another spelling, by its abbreviation, by what Windows calls it, or by one of its cities. */
function zoneNear(text: string): string | null {
  const name = text.trim();
  const windows = windowsZones.get(name.replace(/ (?:Standard|Daylight|Summer) Time$/, '')) ?? '';
  const words = [name, ...name.split(/[^\p{L}]+/u).filter((word) => word.length > 3)];
  const cities = words.flatMap((word) => areas.map((area) => `${area}/${asZone(word)}`));
  const other = /^\p{L}[\p{L}\d/_-]*$/u.test(name) ? (resolvedZone(name) ?? '') : '';
  const known = held(isZone, asZone(name), windows, other, ...cities);
  return known ?? nearest(name, [...Intl.supportedValuesOf('timeZone'), 'UTC']);
}

const zoneOnce = remembered(zoneNear, 1000);

const codes = 'ar cs da de el en es fi fr hu it ja nl no pl pt ro ru sv tr uk zh'.split(' ');

/** Languages by their names in some languages and in themselves. */
const languages = new Map(
  codes.flatMap((code) =>
    ['en', 'de', 'fr', 'es', code].map((locale): [string, string] => [
      bare(new Intl.DisplayNames(locale, { type: 'language' }).of(code) ?? code),
      code,
    ]),
  ),
);

function localeNear(text: string): string | null {
  const tag = text.trim().replaceAll('_', '-');
  if (locale.holds(tag)) return Intl.getCanonicalLocales(tag)[0] ?? null;
  return languages.get(bare(text)) ?? null;
}
