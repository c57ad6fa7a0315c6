import { formatRoute, home, type Route } from '../request/route.js';
import type { IconName } from './icons.js';

/** A view for people that lists things, or the day. */
export interface View {
  readonly icon: IconName;
  readonly title: string;
  readonly route: Route;
  /** The collections whose rows belong to it. */
  readonly collections: readonly string[];
}

const browse = (icon: IconName, title: string, what: string, collections: readonly string[]): View => ({
  ...{ icon, title, collections },
  route: { view: 'browse', what },
});

export const views: readonly View[] = [
  { icon: 'today', title: 'Today', route: home, collections: [] },
  browse('machines', 'Machines', 'machines', ['machines', 'machine_units']),
  browse('rooms', 'Rooms', 'places', ['places', 'place_units']),
  browse('learn', 'Courses & events', 'sessions', ['training_sessions', 'event_sessions', 'trainings', 'events']),
  browse('projects', 'Projects', 'projects', ['projects']),
];

/** The view that a route is part of. */
export const viewOf = (route: Route): View | undefined =>
  views.find((view) =>
    route.view === 'row'
      ? view.collections.includes(route.collection)
      : route.view === view.route.view && (route.view !== 'browse' || formatRoute(route) === formatRoute(view.route)),
  );
