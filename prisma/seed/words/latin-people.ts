/** Where people come from: how they are called and addressed, and in which cities they live. */
export interface Origin {
  readonly locale: string;
  readonly country: string;
  /** The first digits of a number that nobody has. */
  readonly dialing: string;
  readonly cities: readonly (readonly [code: string, city: string])[];
  readonly streets: readonly string[];
  readonly first: readonly PersonName[];
  readonly last: readonly PersonName[];
}

/** A name, with its Latin form for an e-mail address where it is in another script. */
export type PersonName = string | readonly [name: string, latin: string];

export const latinOrigins: readonly Origin[] = [
  {
    locale: 'de-DE',
    country: 'DE',
    dialing: '+49 40 5550',
    cities: [
      ['20457', 'Hamburg'],
      ['22765', 'Hamburg'],
      ['21073', 'Hamburg'],
      ['28195', 'Bremen'],
    ],
    streets: ['Große Elbstraße', 'Bernstorffstraße', 'Am Sandtorkai', 'Schulterblatt'],
    first: [
      'Anna',
      'Jonas',
      'Lena',
      'Björn',
      'Käthe',
      'Moritz',
      'Jürgen',
      'Frieda',
      'Søren',
      'Antje',
      'Malte',
      'Svenja',
      'Uwe',
      'Greta',
    ],
    last: [
      'Müller',
      'Schmidt',
      'Petersen',
      'Weiß',
      'Schröder',
      'Groß',
      'Hansen',
      'Köhler',
      'Lüders',
      'Behrens',
      'von der Heide',
      'Özdemir',
    ],
  },
  {
    locale: 'fr-FR',
    country: 'FR',
    dialing: '+33 1 99 00',
    cities: [
      ['75011', 'Paris'],
      ['69001', 'Lyon'],
      ['44000', 'Nantes'],
    ],
    streets: ['rue de la République', 'quai de la Fosse', 'allée des Tanneurs'],
    first: ['Chloé', 'Étienne', 'Léa', 'François', 'Noémie', 'Gaël', 'Inès', 'Théo', 'Maëlle', 'Rémi'],
    last: ['Lefèvre', 'Moreau', "d'Aubigné", 'Dupré', 'Guérin', 'Le Goff', 'Bérard', 'Çelik', 'Noël'],
  },
  {
    locale: 'en-GB',
    country: 'GB',
    dialing: '+44 20 7946',
    cities: [
      ['E8 1DY', 'London'],
      ['BS1 4ST', 'Bristol'],
      ['EH6 6RR', 'Edinburgh'],
    ],
    streets: ['Mare Street', 'Wapping Wharf', 'The Shore'],
    first: ['Olivia', 'George', 'Amelia', 'Harry', 'Siân', 'Callum', 'Niamh', 'Kwame', 'Priya', 'Ruth'],
    last: ['Smith', "O'Connor", 'Okafor', 'Campbell', 'Wright', 'Llewellyn', 'Taylor', 'Fitzgerald', 'Mensah'],
  },
  {
    locale: 'es-ES',
    country: 'ES',
    dialing: '+34 910 555',
    cities: [
      ['08003', 'Barcelona'],
      ['41001', 'Sevilla'],
    ],
    streets: ['Carrer de la Princesa', 'Calle Betis'],
    first: ['Lucía', 'Íñigo', 'Marta', 'Andrés', 'Nuria', 'Joaquín', 'Begoña', 'Raúl'],
    last: ['García', 'Núñez', 'Ibáñez', 'de la Cruz', 'Peña', 'Muñoz', 'Echeverría'],
  },
  {
    locale: 'pt-BR',
    country: 'BR',
    dialing: '+55 11 95550',
    cities: [
      ['05433-000', 'São Paulo'],
      ['20230-010', 'Rio de Janeiro'],
    ],
    streets: ['Rua Harmonia', 'Rua do Lavradio'],
    first: ['João', 'Conceição', 'Thaís', 'Luís', 'Débora', 'Caetano', 'Inês'],
    last: ['Gonçalves', 'da Silva', 'Araújo', 'Simões', 'Falcão', 'Nascimento'],
  },
  {
    locale: 'pl-PL',
    country: 'PL',
    dialing: '+48 42 555',
    cities: [
      ['90-001', 'Łódź'],
      ['80-836', 'Gdańsk'],
    ],
    streets: ['ulica Piotrkowska', 'ulica Długa'],
    first: ['Łukasz', 'Małgorzata', 'Zofia', 'Paweł', 'Agnieszka', 'Grażyna'],
    last: ['Wiśniewska', 'Kowalczyk', 'Żółtowski', 'Dąbrowski', 'Łęcki', 'Szczęsny'],
  },
  {
    locale: 'cs-CZ',
    country: 'CZ',
    dialing: '+420 225 550',
    cities: [
      ['170 00', 'Praha'],
      ['602 00', 'Brno'],
    ],
    streets: ['Dělnická', 'Orlí'],
    first: ['Jiří', 'Lenka', 'Ondřej', 'Šárka', 'Zdeněk', 'Žofie'],
    last: ['Dvořák', 'Nováková', 'Černý', 'Růžičková', 'Šťastný'],
  },
  {
    locale: 'tr-TR',
    country: 'TR',
    dialing: '+90 212 555',
    cities: [
      ['34710', 'İstanbul'],
      ['35220', 'İzmir'],
    ],
    streets: ['Moda Caddesi', 'Kıbrıs Şehitleri'],
    first: ['İpek', 'Işıl', 'Çağlar', 'Oğuz', 'Şebnem', 'Ümit'],
    last: ['Yıldız', 'Işık', 'Güneş', 'Çetin', 'Öztürk'],
  },
  {
    locale: 'vi-VN',
    country: 'VN',
    dialing: '+84 28 5550',
    cities: [
      ['700000', 'Thành phố Hồ Chí Minh'],
      ['100000', 'Hà Nội'],
    ],
    streets: ['Nguyễn Huệ', 'Hàng Bông'],
    first: ['Thảo', 'Minh Đức', 'Ngọc Ánh', 'Quỳnh', 'Bảo'],
    last: ['Nguyễn', 'Trần', 'Phạm', 'Đặng', 'Vũ'],
  },
  {
    locale: 'nb-NO',
    country: 'NO',
    dialing: '+47 77 55',
    cities: [
      ['9008', 'Tromsø'],
      ['0175', 'Oslo'],
    ],
    streets: ['Storgata', 'Sjøgata'],
    first: ['Ingrid', 'Øyvind', 'Åse', 'Bjørn', 'Sølvi'],
    last: ['Ødegård', 'Åsen', 'Bråten', 'Kjær', 'Næss'],
  },
  {
    locale: 'hu-HU',
    country: 'HU',
    dialing: '+36 1 555',
    cities: [['1075', 'Budapest']],
    streets: ['Kazinczy utca'],
    first: ['Zsófia', 'Győző', 'Ágnes', 'Örs'],
    last: ['Szabó', 'Kovács', 'Győri', 'Őze'],
  },
  {
    locale: 'sw-KE',
    country: 'KE',
    dialing: '+254 20 555',
    cities: [['00100', 'Nairobi']],
    streets: ['Ngong Road', 'Kimathi Street'],
    first: ['Wanjiru', 'Otieno', 'Amina', 'Baraka', "Ng'endo"],
    last: ['Kamau', 'Odhiambo', "Ng'ang'a", 'Mwangi', 'Achieng'],
  },
  {
    locale: 'mi-NZ',
    country: 'NZ',
    dialing: '+64 9 555',
    cities: [['1010', 'Tāmaki Makaurau Auckland']],
    streets: ['Karangahape Road'],
    first: ['Aroha', 'Tāne', 'Mere', 'Wiremu'],
    last: ['Ngata', 'Pōtiki', 'Parata', 'Walker'],
  },
];
