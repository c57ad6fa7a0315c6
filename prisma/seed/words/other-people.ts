import type { Origin } from './latin-people.js';

export const otherOrigins: readonly Origin[] = [
  {
    locale: 'el-GR',
    country: 'GR',
    dialing: '+30 21 0555',
    cities: [
      ['105 54', 'Αθήνα'],
      ['546 24', 'Θεσσαλονίκη'],
    ],
    streets: ['Οδός Ερμού', 'Τσιμισκή'],
    first: [
      ['Ελένη', 'eleni'],
      ['Γιώργος', 'giorgos'],
      ['Άννα', 'anna'],
      ['Κωνσταντίνος', 'konstantinos'],
    ],
    last: [
      ['Παπαδόπουλος', 'papadopoulos'],
      ['Ιωάννου', 'ioannou'],
      ['Ωνάση', 'onasi'],
    ],
  },
  {
    locale: 'uk-UA',
    country: 'UA',
    dialing: '+380 44 555',
    cities: [
      ['01001', 'Київ'],
      ['79000', 'Львів'],
    ],
    streets: ['вулиця Хрещатик', 'площа Ринок'],
    first: [
      ['Оксана', 'oksana'],
      ['Тарас', 'taras'],
      ['Єва', 'yeva'],
      ['Ївга', 'yivha'],
      ['Богдан', 'bohdan'],
    ],
    last: [
      ['Шевченко', 'shevchenko'],
      ['Коваленко', 'kovalenko'],
      ['Ґалаґан', 'galagan'],
    ],
  },
  {
    locale: 'sr-Cyrl-RS',
    country: 'RS',
    dialing: '+381 11 555',
    cities: [['11000', 'Београд']],
    streets: ['Кнез Михаилова'],
    first: [
      ['Јелена', 'jelena'],
      ['Никола', 'nikola'],
      ['Љубица', 'ljubica'],
    ],
    last: [
      ['Јовановић', 'jovanovic'],
      ['Ђорђевић', 'djordjevic'],
    ],
  },
  {
    locale: 'ar-EG',
    country: 'EG',
    dialing: '+20 2 5550',
    cities: [
      ['11511', 'القاهرة'],
      ['21500', 'الإسكندرية'],
    ],
    streets: ['شارع طلعت حرب', 'طريق الكورنيش'],
    first: [
      ['نور', 'noor'],
      ['محمد', 'mohamed'],
      ['ليلى', 'layla'],
      ['يوسف', 'youssef'],
      ['مريم', 'maryam'],
    ],
    last: [
      ['حداد', 'haddad'],
      ['المصري', 'elmasry'],
      ['عبد الله', 'abdallah'],
    ],
  },
  {
    locale: 'fa-IR',
    country: 'IR',
    dialing: '+98 21 5550',
    cities: [['11369', 'تهران']],
    streets: ['خیابان لاله‌زار'],
    first: [
      ['پریسا', 'parisa'],
      ['کیان', 'kian'],
    ],
    last: [
      ['گلستانی', 'golestani'],
      ['رضایی', 'rezaei'],
    ],
  },
  {
    locale: 'he-IL',
    country: 'IL',
    dialing: '+972 3 555',
    cities: [['6688119', 'תל אביב-יפו']],
    streets: ['שדרות רוטשילד'],
    first: [
      ['נועה', 'noa'],
      ['איתן', 'eitan'],
      ['שירה', 'shira'],
    ],
    last: [
      ['כהן', 'cohen'],
      ['לוי', 'levi'],
      ['ברק', 'barak'],
    ],
  },
  {
    locale: 'hi-IN',
    country: 'IN',
    dialing: '+91 80 5550',
    cities: [
      ['560004', 'बेंगलुरु'],
      ['110006', 'दिल्ली'],
    ],
    streets: ['गांधी बाज़ार', 'चाँदनी चौक'],
    first: [
      ['प्रिया', 'priya'],
      ['अर्जुन', 'arjun'],
      ['मीरा', 'meera'],
      ['विक्रम', 'vikram'],
    ],
    last: [
      ['शर्मा', 'sharma'],
      ['पटेल', 'patel'],
      ['अय्यर', 'iyer'],
    ],
  },
  {
    locale: 'th-TH',
    country: 'TH',
    dialing: '+66 2 555',
    cities: [['10200', 'กรุงเทพมหานคร']],
    streets: ['ถนนข้าวสาร'],
    first: [
      ['สมชาย', 'somchai'],
      ['มาลี', 'malee'],
      ['กิตติ', 'kitti'],
    ],
    last: [
      ['ใจดี', 'jaidee'],
      ['วงศ์สวัสดิ์', 'wongsawat'],
    ],
  },
  {
    locale: 'zh-Hans-CN',
    country: 'CN',
    dialing: '+86 21 5550',
    cities: [
      ['200000', '上海市'],
      ['510000', '广州市'],
    ],
    streets: ['南京东路', '中山五路'],
    first: [
      ['伟', 'wei'],
      ['秀英', 'xiuying'],
      ['静', 'jing'],
      ['建国', 'jianguo'],
    ],
    last: [
      ['王', 'wang'],
      ['李', 'li'],
      ['张', 'zhang'],
      ['欧阳', 'ouyang'],
    ],
  },
  {
    locale: 'ja-JP',
    country: 'JP',
    dialing: '+81 11 555',
    cities: [
      ['060-0001', '札幌市'],
      ['111-0032', '東京都台東区'],
    ],
    streets: ['北一条西', '浅草'],
    first: [
      ['陽菜', 'hina'],
      ['蓮', 'ren'],
      ['さくら', 'sakura'],
      ['大翔', 'hiroto'],
      ['エミ', 'emi'],
    ],
    last: [
      ['佐藤', 'sato'],
      ['鈴木', 'suzuki'],
      ['𠮷田', 'yoshida'],
      ['髙橋', 'takahashi'],
      ['渡邊', 'watanabe'],
    ],
  },
  {
    locale: 'ko-KR',
    country: 'KR',
    dialing: '+82 2 5550',
    cities: [['04524', '서울특별시']],
    streets: ['세종대로'],
    first: [
      ['서연', 'seoyeon'],
      ['민준', 'minjun'],
      ['지우', 'jiwoo'],
      ['하은', 'haeun'],
    ],
    last: [
      ['김', 'kim'],
      ['이', 'lee'],
      ['박', 'park'],
      ['최', 'choi'],
    ],
  },
  {
    locale: 'ka-GE',
    country: 'GE',
    dialing: '+995 32 255',
    cities: [['0105', 'თბილისი']],
    streets: ['რუსთაველის გამზირი'],
    first: [
      ['ნინო', 'nino'],
      ['გიორგი', 'giorgi'],
    ],
    last: [
      ['მაისურაძე', 'maisuradze'],
      ['ბერიძე', 'beridze'],
    ],
  },
];

/** Names at the edges: quotes, marks, lengths, orders by code point and by UTF-16, composed and decomposed (SORT-1). */
export const rarePeople: readonly (readonly [first: string, last: string, latin: string])[] = [
  ['Zoë', 'abel', 'zoe.abel'],
  ['Zoe\u0308', 'Baker', 'zoe.baker'],
  ['Ada', 'Émile', 'ada.emile'],
  ['Robert "Bob"', 'Null', 'bob.null'],
  ['Jo', 'Smith, Jr.', 'smith.jr'],
  ['C:\\Users\\Kim', 'Back\\slash', 'kim'],
  ['<b>Bo</b>', '<script>alert(1)</script>', 'bo'],
  ['Percy', '100% Cent_', 'percy'],
  ['Suparman', 'Suparman', 'suparman'],
  ['Ｋｅｉ', 'Ｓｍｉｔｈ', 'kei.smith'],
  ['Family', '👨‍👩‍👧‍👦 Winter', 'family.winter'],
  ['𝒜da', '𝓛ovelace', 'ada.lovelace'],
  ['Mary-Jane', 'O’Neill', 'mary.oneill'],
  ['e', 'e', 'e'],
  ['Łucja', 'ǅabić', 'lucja'],
  ['Ma\u200dya', 'Zero\u200bWidth', 'maya'],
  [
    'Wolfeschlegelsteinhausen'.padEnd(200, 'berger'),
    'Bergerdorff'.padEnd(200, 'schlegel'),
    'wolfe'.padEnd(59, '.schlegel'),
  ],
  ["';--", 'Tables', 'bobby'],
  ['Ὀδυσσεύς', 'Ὄμηρος', 'odysseus'],
  ['ひかり', 'ナカムラ', 'hikari.nakamura'],
  ['한글', '\u1112\u1161\u11ab', 'han'],
];

export const jobTitles = [
  'Product designer',
  'Schreinerin',
  'Student',
  'Teacher',
  'Software engineer',
  'Retired',
  'Costume maker',
  'Ingénieur·e mécanique',
  '看護師',
  'Luthier, self-employed',
  'Architect "on leave"',
  'أمينة مكتبة',
];

export const organizations = [
  'Atelier Nord',
  'Hochschule für bildende Künste',
  'Kowalczyk & Daughters',
  'City of Hamburg, Parks',
  'École des métiers',
  'Open Bikes e. V.',
  '株式会社ものづくり',
  'Studio <blank>',
];
