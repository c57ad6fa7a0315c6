import { expect, it } from '@jest/globals';
import { type TextFormat, textFormats } from './text-format.js';

type Texts = Readonly<Record<TextFormat, readonly string[]>>;

// The texts of a line are separated by |.
const right: Texts = {
  email: [
    "ann@example.org|o'neil+x@mail.example.co.uk|jörg@bücher.example|a@xn--bcher-kva.example",
    '"two words"@example.org',
  ],
  uri: ['https://example.org|HTTP://example.org:8080/a?b#c|https://mäkers.example/bild.jpg'],
  locale: ['de|en-GB|de-at|zh-Hans-CN|sr-Latn|es-419|gsw'],
  'time-zone': [
    'UTC|Europe/Berlin|Europe/Kiev|Asia/Kolkata|US/Pacific|America/Argentina/Buenos_Aires|America/Port-au-Prince',
    'Africa/Dar_es_Salaam|Etc/GMT+1|Australia/NSW|Antarctica/DumontDUrville|Antarctica/McMurdo|America/Knox_IN',
    'Europe/Isle_of_Man|Etc/UTC',
  ],
};

const wrong: Texts = {
  email: [
    '|n/a|-|ann|example.org|ann at example.org|a@example.org; b@example.org|a@example.org,b@example.org|a@b',
    'Eve Ek <e@example.org>|mailto:a@example.org|a@example.org.|.a@example.org|a..b@example.org|a@-b.org|a@b-.org',
    'a@example.1| a@example.org|a@b@example.org|"a"b@example.org|"@example.org',
    `${'a'.repeat(250)}@example.org`,
  ],
  uri: [
    '|laser 1.jpg|javascript:alert(1)|example.org|/a.jpg|//example.org|data:text/html,x|https:///a|https://',
    'http://a b.example|https://example.org/a b|ftp://example.org|https://exa<mple',
  ],
  locale: ['|English|de_DE|Deutsch|german|xx|de-XX|en-|de-DE,en|deu-|-'],
  'time-zone': [
    '|America/NewYork|Berlin|W. Europe Standard Time|+01:00|-0500|GMT+1|UTC+1|EST5EDT|CET|GMT|utc|Cuba|Europe',
    'europe/berlin|EUROPE/BERLIN|Europe/berlin|Europe/Berlin |asia/kolkata|Asia/KOLKATA|Asia/KolKata',
    'Europe / Berlin|America/New York|America/Port-Au-Prince',
  ],
};

const texts = (lines: readonly string[]): string[] => lines.flatMap((line) => line.split('|'));

it.each(Object.keys(textFormats) as TextFormat[])(
  'the format %s accepts valid texts and rejects invalid ones',
  (format) => {
    const { holds } = textFormats[format];
    expect(texts(right[format]).filter((text) => !holds(text))).toEqual([]);
    expect(texts(wrong[format]).filter(holds)).toEqual([]);
  },
);
