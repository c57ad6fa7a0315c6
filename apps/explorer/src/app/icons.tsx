/** The outlines of the icons, drawn in a square of 24. */
const outlines = {
  today: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4',
  machines: 'M4 18h16M6 18v-6h8v6M10 12V6h8v4h-4M16 10v3',
  rooms: 'M5 20V4h10v16M3 20h18M15 8h4v12M11 12v.01',
  learn: 'M3 9l9-4 9 4-9 4zM7 11v5c3 2 7 2 10 0v-5M21 9v5',
  projects: 'M12 3l2.5 5.5L20 9l-4 4 1 6-5-3-5 3 1-6-4-4 5.5-.5z',
  search: 'M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zM15.5 15.5L20 20',
  key: 'M8 9a4 4 0 1 1 0 6 4 4 0 0 1 0-6zM11 12h10v4M17 12v3',
  api: 'M8 7l-5 5 5 5M16 7l5 5-5 5M13.5 5l-3 14',
  free: 'M5 12.5l4.5 4.5L19 7.5',
  busy: 'M12 7v5l3 2M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18z',
  out: 'M6 6l12 12M18 6L6 18',
  unknown: 'M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 17.5v.01',
  back: 'M15 5l-7 7 7 7',
  next: 'M9 5l7 7-7 7',
  screen: 'M3 5h18v11H3zM9 20h6M12 16v4',
  print: 'M7 9V4h10v5M5 9h14v8h-3v-3H8v3H5zM8 14h8v6H8z',
} as const;

export type IconName = keyof typeof outlines;

/** An icon beside a word, hidden from screen readers. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg class={`icon icon-${name}`} viewBox="0 0 24 24" aria-hidden="true">
    <path d={outlines[name]} />
  </svg>
);
