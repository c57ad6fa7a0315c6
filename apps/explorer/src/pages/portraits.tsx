import type { ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import { isObject, type JsonObject, asList, asObject, asText } from '../interface/json.js';
import { isInstant, rowLabel, readableInstant } from '../interface/rows.js';
import { refreshInterval } from '../request/clock.js';
import { filter, live, overlapping, rowAddress, sortedBy } from '../request/route.js';
import { clock, knownZone, localTime } from '../week/zone.js';
import { held } from '../workshop/rows.js';
import { nextFree } from '../workshop/timeline.js';
import { NoAnswer } from '../app/problem.js';
import { RenderedHtml } from './rendered-html.js';
import { RequestCode } from '../app/request.js';
import { useNow, useSpaces, ZoneContext } from '../app/session.js';
import { useRows } from '../app/use-rows.js';
import { Reference } from '../data/value.js';
import { WeekView } from './week.js';

interface Props {
  readonly row: JsonObject;
  readonly week: string | null;
}

/** Rows with a page for people above their fields. */
export const portraits: Readonly<Record<string, (props: Props) => ComponentChildren>> = {
  machines: MachinePage,
  members: MemberPage,
  projects: ProjectPage,
};

function MachinePage({ row, week }: Props) {
  return (
    <>
      <Introduction row={row} />
      <dl class="facts">
        <Names label="Accreditations needed" name="required_accreditations" rows={row['required_accreditations']} />
        <Names label="Plans, one of" name="required_plans" rows={row['required_plans']} />
        <Fact name="Price">{words(row['pricing'])}</Fact>
        <Fact name="Booking">{words(row['availability_mode'])}</Fact>
        <Fact name="Made by">{[row['brand'], row['model']].flatMap((text) => asText(text) ?? []).join(' ')}</Fact>
        <NextFree machine={row} />
      </dl>
      <WeekView field="machine_id" collection="machines" row={row} chosen={week} />
    </>
  );
}

const days = 14;
const duration = 120;

/** When the first unit is free for two hours. */
function NextFree({ machine }: { machine: JsonObject }) {
  const from = new Date(useNow(refreshInterval));
  const to = new Date(from.getTime() + days * 86_400_000);
  const own = filter('machine_id', 'in', asText(machine['id']) ?? '');
  const where = useSpaces().find(({ id }) => id === asObject(machine['space'])['id']);
  const units = useRows('machine_units', [own, live]);
  const bookings = useRows('bookings', [own, held, ...overlapping(from.toISOString(), to.toISOString())]);
  if (!where || !units.reply?.ok || !bookings.reply?.ok || units.hasMore || bookings.hasMore) return null;
  const zone = knownZone(asText(where['time_zone']) ?? 'UTC');
  const next = nextFree({ space: where, units: units.rows, bookings: bookings.rows }, { from, to }, zone, duration);
  if (!next) return <Fact name="Next free two hours">{`none in the next ${days} days`}</Fact>;
  const { day, minutes } = localTime(next.time.start.getTime(), zone);
  return (
    <Fact name="Next free two hours">
      {`${day} ${clock(minutes)} (${zone}): `}
      <a href={rowAddress('machine_units', asText(next.unit['id']) ?? '', day)}>
        <bdi>{rowLabel(next.unit)}</bdi>
      </a>
    </Fact>
  );
}

function MemberPage({ row }: Props) {
  const present = new Date(useNow(refreshInterval)).toISOString();
  const own = filter('member_id', 'in', asText(row['id']) ?? '');
  const query = [own, filter('ends_at', 'gt', present), sortedBy('starts_at'), { name: 'limit', value: '10' }];
  const bookings = useRows('bookings', query);
  return (
    <>
      <dl class="facts">
        <Fact name="Membership">{[words(row['state']), asText(row['number'])].filter(Boolean).join(', ')}</Fact>
        <Fact name="Plan">{isObject(row['current_subscription']) && rowLabel(row['current_subscription'])}</Fact>
        <Fact name="Home space">{isObject(row['space']) && <Reference name="space" row={row['space']} />}</Fact>
        <Fact name="Accreditations">
          {asList(row['accreditations'])
            .map(asObject)
            .map((each) =>
              isInstant(each['expires_at'])
                ? `${rowLabel(each)} (until ${each['expires_at'].slice(0, 10)})`
                : rowLabel(each),
            )
            .join(', ')}
        </Fact>
      </dl>
      <section>
        <h2>Next bookings</h2>
        {bookings.reply?.ok ? (
          <ul class="links">
            {bookings.rows.map((booking) => (
              <li key={asText(booking['id'])}>
                <Reference name="booking" row={booking} />
              </li>
            ))}
            {bookings.rows.length === 0 && <li class="soft">none</li>}
          </ul>
        ) : (
          <NoAnswer {...bookings} />
        )}
        {bookings.target !== '' && <RequestCode target={bookings.target} call={bookings.call} />}
      </section>
    </>
  );
}

function ProjectPage({ row }: Props) {
  const zone = useContext(ZoneContext);
  return (
    <>
      <Introduction row={row} />
      <dl class="facts">
        <Names label="By" name="member" rows={[row['author'], ...asList(row['collaborators'])]} />
        <Names label="Made with" name="machines" rows={row['machines']} />
        <Fact name="Tags">{asList(row['tags']).join(', ')}</Fact>
        <Fact name="Changed">{isInstant(row['updated_at']) && readableInstant(row['updated_at'], zone)}</Fact>
      </dl>
      <ol class="steps">
        {asList(row['steps'])
          .map(asObject)
          .map((step, index) => (
            <li key={asText(step['id']) ?? index}>
              <h2>
                <bdi>{asText(step['title']) ?? `Step ${index + 1}`}</bdi>
              </h2>
              <RenderedHtml html={asText(step['description_rendered']) ?? ''} below={2} />
            </li>
          ))}
      </ol>
    </>
  );
}

/** The picture is a link: this page loads nothing from other servers. */
function Introduction({ row }: { row: JsonObject }) {
  const picture = asText(asObject(row['image'])['lg']) ?? '';
  const host = /^https?:\/\/([^/?#]+)/.exec(picture)?.[1];
  return (
    <>
      {asText(row['summary']) !== null && <p class="lead">{asText(row['summary'])}</p>}
      {host !== undefined && (
        <p>
          <a href={picture} rel="noreferrer">
            Picture of <bdi>{rowLabel(row)}</bdi>
          </a>{' '}
          <span class="soft">on {host}</span>
        </p>
      )}
      {['description_rendered', 'specifications_rendered'].map((key) => {
        const html = asText(row[key]);
        return html !== null && <RenderedHtml key={key} html={html} below={1} />;
      })}
    </>
  );
}

/** A list of facts without empty ones. */
function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  const isEmpty = [children].flat().every((child) => child === null || child === false || child === '');
  if (isEmpty) return null;
  return (
    <div>
      <dt class="soft">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** References to other rows, separated by commas. */
function Names({ label, name, rows }: { label: string; name: string; rows: unknown }) {
  const shown = asList(rows).filter(isObject);
  return (
    <Fact name={label}>
      {shown.length > 0 &&
        shown.map((row, index) => (
          <span key={asText(row['id'])}>
            {index > 0 && ', '}
            <Reference name={name} row={row} />
          </span>
        ))}
    </Fact>
  );
}

const words = (value: unknown): string => (asText(value) ?? '').replaceAll('_', ' ');
