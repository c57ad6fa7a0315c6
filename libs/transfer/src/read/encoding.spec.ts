import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import iconv from 'iconv-lite';
import { newFolder } from '@resource-catalogue/testing/running-program';
import { openBytes } from './byte-source.js';
import { decode, detectEncoding } from './encoding.js';

const lists: Readonly<Record<string, readonly string[]>> = {
  Polish: [
    'Nazwa;Dział;Uwagi\nFrezarka;Narzędzia ciężkie;Tylko po szkoleniu\nWiertarka stołowa;Obróbka drewna;Łożysko do wymiany\nLutownica;Elektronika;Żółta szafka\nPiła taśmowa;Stolarnia;Ostrze stępione\nDrukarka;Pracownia;Proszę sprzątać',
    'Imię;Nazwisko;Miasto\nŁukasz;Wiśniewski;Łódź\nMałgorzata;Dąbrowska;Kraków\nStanisław;Wójcik;Gdańsk\nJoanna;Zielińska;Poznań\nPaweł;Woźniak;Wrocław',
  ],
  German: [
    'Gerät;Beschreibung;Nr.\nTischkreissäge;Sägen, Fasen;T-1\nFräse;Kühlung einschalten;F-1\nBügeleisen;für Stoffe;B-2\nLötkolben;nur für Geübte;L-3\nTellerschleifer;Schutzbrille, Gehörschutz;S-1',
    'Nummer;Vorname;Nachname;Straße;Ort\n1;Jürgen;Müller;Hauptstraße 5;Köln\n2;Käthe;Groß;Am Bächle 2;Düsseldorf\n3;Björn;Weiß;Königsallee 1;Lübeck\n4;Jörg;Schröder;Mühlweg 8;Würzburg',
  ],
  French: [
    'Machine;Catégorie;État\nFraiseuse;Métal;à réparer\nScie à ruban;Bois;prête\nDécoupe laser;Numérique;très bon état\nPerceuse à colonne;Bois et métal;révisée\nFer à souder;Électronique;hors d’usage',
    'Numéro;Prénom;Nom;Ville\n1;Hélène;Lefèvre;Orléans\n2;François;Beaupré;Besançon\n3;Zoé;Noël;Nîmes\n4;Jérôme;Guérin;Saint-Étienne\n5;Anaïs;Périer;Angoulême\n6;Gaëlle;Forêt;Béziers\n7;Cédric;Mérieux;Évreux\n8;Léa;Château;Mâcon\n9;Maël;Brûlé;Fécamp\n10;Thérèse;Gâteau;Hyères\n11;Benoît;Prévôt;Châteauroux\n12;Inès;Chéreau;Sète',
  ],
  Turkish: [
    'Ad;Yer;Not\nŞerit testere;Atölye;Sadece eğitimden sonra\nLehim;Üst kat;Sarı dolap\nYazıcı;Giriş;Kağıt değiştir',
  ],
  Greek: ['Όνομα;Χώρος\nΠριόνι;Εργαστήριο\nΤρυπάνι;Αποθήκη'],
  Russian: [
    'Название;Место;Примечание\nФрезер;Мастерская;Только после обучения\nПаяльник;Электроника;Жёлтый шкаф\nПила;Столярная;',
    'number,name,city\nM-1,Алексей Иванов,Москва\nM-2,Мария Петрова,Казань',
  ],
  Japanese: [
    '名前,場所,備考\nレーザーカッター,工房,講習が必要\n旋盤,金属加工室,手袋禁止\nはんだごて,電子工作室,黄色い棚',
    '番号,氏名,市\n1,山田太郎,東京\n2,佐藤花子,大阪\n3,鈴木一郎,京都',
  ],
};

const encodings: Readonly<Record<string, readonly [label: string, name: string][]>> = {
  Polish: [
    ['windows-1250', 'Windows-1250'],
    ['cp852', 'DOS code page 852'],
  ],
  German: [
    ['windows-1252', 'Windows-1252'],
    ['cp850', 'DOS code page 850'],
    ['macroman', 'Mac Roman'],
  ],
  French: [
    ['windows-1252', 'Windows-1252'],
    ['cp850', 'DOS code page 850'],
    ['macroman', 'Mac Roman'],
  ],
  Turkish: [['windows-1254', 'Windows-1254']],
  Greek: [['windows-1253', 'Windows-1253']],
  Russian: [
    ['windows-1251', 'Windows-1251'],
    ['koi8-r', 'KOI8-R'],
    ['ibm866', 'DOS code page 866'],
  ],
  Japanese: [
    ['shift_jis', 'Shift_JIS'],
    ['euc-jp', 'EUC-JP'],
  ],
};

const unicode: readonly [label: string, name: string][] = [
  ['utf-8', 'UTF-8'],
  ['utf-16le', 'UTF-16'],
  ['utf-16be', 'UTF-16BE'],
];

const samples = Object.entries(lists).flatMap(([language, texts]) =>
  [...(encodings[language] ?? []), ...unicode].flatMap(([label, name]) =>
    texts.map((text, index) => [language, index, name, label, text.replaceAll('\n', '\r\n')] as const),
  ),
);

describe('the encoding of a text', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await newFolder();
  });

  async function read(bytes: Buffer) {
    const path = join(folder, 'list.csv');
    await writeFile(path, bytes);
    const source = await openBytes(path);
    const encoding = await detectEncoding(source);
    let text = '';
    for await (const chunk of decode(source, encoding)) text += chunk;
    return { name: encoding.name, text };
  }

  it.each(samples)('detects the encoding of a %s list (%i) in %s', async (_language, _index, name, label, text) => {
    const bytes = iconv.encode(text, label);
    // Some encodings lack characters of French typography.
    const written = iconv.decode(bytes, label);
    expect(await read(bytes)).toEqual({ name, text: written });
  });

  it.each(unicode)('detects %s with a byte order mark', async (label, name) => {
    expect(await read(iconv.encode('Säge', label, { addBOM: true }))).toEqual({ name, text: 'Säge' });
  });

  it.each([
    ['a pound sign', 'Plan;Price\nDay;£15\nMonth;£95\n'],
    ['a euro sign', 'Plan;Price\nDay;€15\nMonth;€95\n'],
    ['typographic quotes', 'name,note\nSaw,“careful” – it’s sharp\nDrill,ok\n'],
    ['two words', 'Name;Größe\nSäge;2\n'],
  ])('reads a short list with %s as Windows-1252', async (_, text) => {
    expect(await read(iconv.encode(text, 'windows-1252'))).toEqual({ name: 'Windows-1252', text });
  });

  it('detects an encoding beyond the beginning of a file', async () => {
    const text = `number;name\n${'1;Anna\n'.repeat(100_000)}2;Jürgen Groß aus Köln\n3;Käthe Schäfer\n`;
    expect(await read(iconv.encode(text, 'windows-1252'))).toEqual({ name: 'Windows-1252', text });
    expect(await read(Buffer.from(text))).toEqual({ name: 'UTF-8', text });
  });

  it.each([
    [
      'UTF-8 with a damaged line',
      Buffer.from('näme\nSäge\nS\u00e4ge\n').fill(0xff, 9, 10),
      /list\.csv:2 is not UTF-8, although/,
    ],
    [
      'a short list that fits two encodings',
      iconv.encode('Imię;Nazwisko;Miasto\nŁukasz;Wiśniewski;Łódź\nPaweł;Woźniak;Wrocław\n', 'iso-8859-2'),
      /neither UTF-8 nor clearly in another encoding\. Save it as UTF-8/,
    ],
    [
      'a short list of DOS',
      iconv.encode('Prénom;Nom\nHélène;Lefèvre\nFrançois;Beaupré\nAnaïs;Forêt\n', 'cp850'),
      /neither UTF-8 nor clearly/,
    ],
    [
      'a binary file',
      Buffer.from('%PDF\0\0\0\x01\xff\xfe\0\x02\0\0\0\0\0', 'latin1'),
      /is not a text file or a workbook/,
    ],
    [
      'bytes without a meaning',
      Buffer.concat([
        iconv.encode(`name\n${'Jürgen Größe Käthe\n'.repeat(5000)}`, 'windows-1252'),
        Buffer.from([0x81]),
      ]),
      /has bytes that are not Windows-1252\. Save/,
    ],
  ])('rejects %s', async (_, bytes, message) => {
    await expect(read(bytes)).rejects.toThrow(message);
  });
});
