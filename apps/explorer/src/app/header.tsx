import type { ComponentChildren } from 'preact';
import { formatRoute, home, type Route } from '../request/route.js';
import { Icon, type IconName } from './icons.js';
import { Later } from './later-views.js';
import { own } from './session.js';

/** The views for people, with the collections that belong to them. */
const views: readonly (readonly [IconName, string, Route, readonly string[]])[] = [
  ['today', 'Today', home, []],
  ['machines', 'Machines', { view: 'browse', what: 'machines' }, ['machines', 'machine_units']],
  ['rooms', 'Rooms', { view: 'browse', what: 'places' }, ['places', 'place_units']],
  [
    'learn',
    'Courses & events',
    { view: 'browse', what: 'sessions' },
    ['trainings', 'events', 'training_sessions', 'event_sessions'],
  ],
  ['projects', 'Projects', { view: 'browse', what: 'projects' }, ['projects']],
];

interface Props {
  readonly name: string;
  /** Null without a token: the views need one. */
  readonly route: Route | null;
  /** The token and the switch of the drawer. */
  readonly children: ComponentChildren;
}

export function Header({ name, route, children }: Props) {
  return (
    <header class="top">
      <a class="brand" href={formatRoute(home)}>
        <img src={own('explorer/icon.svg')} alt="" width="26" height="26" />
        <bdi>{name}</bdi>
      </a>
      {route && (
        <nav class="views" aria-label="Views">
          {views.map(([icon, text, target, collections]) => (
            <a key={text} href={formatRoute(target)} aria-current={isCurrent(route, target, collections)}>
              <Icon name={icon} />
              <span>{text}</span>
            </a>
          ))}
        </nav>
      )}
      {route && (
        <search class="search">
          <Later>{(views) => <views.SearchBox />}</Later>
        </search>
      )}
      <div class="tools">{children}</div>
    </header>
  );
}

function isCurrent(route: Route, target: Route, collections: readonly string[]): 'page' | undefined {
  const isTarget =
    route.view === 'home'
      ? target.view === 'home'
      : route.view === 'browse'
        ? target.view === 'browse' && target.what === route.what
        : route.view === 'row' && collections.includes(route.collection);
  return isTarget ? 'page' : undefined;
}
