import { render } from 'preact';
import { Explorer } from './app/explorer.js';
import { followReadiness, takeServerParts } from './app/welcome.js';
import { formatRoute } from './request/route.js';
import { takeToken } from './request/storage.js';
import { setTwelveHours } from './time/words.js';
import './styles/base.css';
import './styles/parts.css';
import './styles/frame.css';
import './styles/day.css';
import './styles/board.css';
import './styles/pages.css';
import './styles/narrow.css';

// The server's page is readable without scripts; this adds the parts that send requests. URLs are relative to the page,
// so that they work behind the path prefix of a proxy.
const given = takeToken();
// A URL to type on a screen: `/board?space=harbour-campus`.
if (location.pathname.endsWith('/board')) {
  const space = new URLSearchParams(location.search).get('space');
  history.replaceState(null, '', `./${formatRoute({ view: 'board', space })}`);
}
setTwelveHours(new Intl.DateTimeFormat(navigator.language, { hour: 'numeric' }).resolvedOptions().hour12 ?? false);
// The link with a token may be opened in a tab that already shows the page.
addEventListener('hashchange', () => {
  if (location.hash.startsWith('#token=')) location.reload();
});
const [place, home, readiness] = ['explorer', 'home', 'readiness'].map((id) => document.getElementById(id));
if (readiness) followReadiness(readiness);
const parts = home && takeServerParts(home);
if (place && parts) render(<Explorer parts={parts} given={given} />, place);
