import type { ComponentChildren } from 'preact';
import { formatRoute, home, type Route } from '../request/route.js';
import { Icon } from './icons.js';
import { Later } from './later-views.js';
import { serviceUrl } from './session.js';
import { viewOf, views } from './views.js';

interface Props {
  readonly name: string;
  /** Null without a token: the views need one. */
  readonly route: Route | null;
  /** The token and the switch of the drawer. */
  readonly children: ComponentChildren;
}

export function Header({ name, route, children }: Props) {
  const current = route && viewOf(route);
  return (
    <header class="top">
      <a class="brand" href={formatRoute(home)}>
        <img src={serviceUrl('explorer/icon.svg')} alt="" width="26" height="26" />
        <bdi>{name}</bdi>
      </a>
      {route && (
        <nav class="views" aria-label="Views">
          {views.map((view) => (
            <a key={view.title} href={formatRoute(view.route)} aria-current={view === current ? 'page' : undefined}>
              <Icon name={view.icon} />
              <span>{view.title}</span>
            </a>
          ))}
        </nav>
      )}
      {route && (
        <search class="search">
          <Later>{(later) => <later.SearchBox />}</Later>
        </search>
      )}
      <div class="tools">{children}</div>
    </header>
  );
}
