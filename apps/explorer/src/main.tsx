import { render } from 'preact';
import { takeToken } from './request/token-link.js';
import { Explorer } from './app/explorer.js';
import { enhanceHome, showReadiness } from './app/home.js';
import './styles/base.css';
import './styles/controls.css';
import './styles/first.css';
import './styles/rows.css';
import './styles/week.css';
import './styles/page.css';
import './styles/today.css';
import './styles/narrow.css';

// The server's page is readable without scripts; this adds the parts that send requests. URLs are relative to the page,
// so that they work behind the path prefix of a proxy.
const given = takeToken();
// The link with a token may be opened in a tab that already shows the page.
addEventListener('hashchange', () => {
  if (location.hash.startsWith('#token=')) location.reload();
});
const place = document.getElementById('explorer');
const home = document.getElementById('home');
const readiness = document.getElementById('readiness');
if (readiness) void showReadiness(readiness);
if (place && home) {
  enhanceHome(home);
  render(<Explorer home={home} given={given} />, place);
}
