import type { Report } from './report.js';

const label = 'conformance';

const textWidth = (text: string): number => Math.round(text.length * 6.5) + 12;

function badgeMessage({ verdict, rules }: Report): [text: string, colour: string] {
  if (verdict !== 'passed' && verdict !== 'failed') return [verdict, '#7a5900'];
  const count = rules.filter(({ outcome }) => outcome === verdict).length;
  return [`${count} ${count === 1 ? 'rule' : 'rules'} ${verdict}`, verdict === 'passed' ? '#1a7f37' : '#b42318'];
}

/** A self-contained SVG: how many rules passed, how many failed, or why the run did not pass. */
export function badge(report: Report): string {
  const [text, colour] = badgeMessage(report);
  const [left, right] = [textWidth(label), textWidth(text)];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${label}: ${text}">
<rect width="${left}" height="20" fill="#444"/>
<rect x="${left}" width="${right}" height="20" fill="${colour}"/>
<g fill="#fff" font-family="Verdana,sans-serif" font-size="11" text-anchor="middle">
<text x="${left / 2}" y="14">${label}</text>
<text x="${left + right / 2}" y="14">${text}</text>
</g>
</svg>
`;
}
