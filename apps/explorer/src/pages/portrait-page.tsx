import type { ComponentChildren } from 'preact';
import { imageHosts } from '../app/page-settings.js';
import { Picture } from '../app/picture.js';
import { type JsonObject, asText } from '../api/json.js';
import { pictureUrl } from '../api/picture.js';
import { rowLabel } from '../api/rows.js';
import { type Fact, Facts } from './facts.js';
import { RenderedHtml } from './rendered-html.js';

export interface PartProps {
  readonly row: JsonObject;
  /** A day of the week to show; null is this week. */
  readonly week: string | null;
}

/** The parts of a row's page. */
export interface Portrait {
  readonly facts: readonly Fact[];
  /** The most important part, above the facts. */
  readonly Lead?: (props: PartProps) => ComponentChildren;
  /** Sections below the description. */
  readonly More?: (props: PartProps) => ComponentChildren;
}

/** A page for people: a picture if rows of the collection have one, facts, texts and further sections. */
export function PortraitPage({ portrait, row, week }: PartProps & { readonly portrait: Portrait }) {
  const { facts, Lead, More } = portrait;
  const own = <Facts row={row} facts={facts} />;
  return (
    <>
      {'image' in row ? (
        <div class="split">
          <LargePicture row={row} />
          <div class="stack">
            {Lead && <Lead row={row} week={week} />}
            {own}
          </div>
        </div>
      ) : (
        own
      )}
      <Text html={row['description_rendered']} />
      <Text html={row['prerequisites_rendered']} title="Before you come" />
      {More && <More row={row} week={week} />}
      <Text html={row['specifications_rendered']} title="Specifications" />
    </>
  );
}

/** The picture, or a link to one on a host that the page may not load from. */
function LargePicture({ row }: { row: JsonObject }) {
  const { shown, stored } = pictureUrl(row, 'lg', imageHosts());
  return (
    <div>
      <Picture row={row} width="lg" class="hero" />
      {shown === null && stored !== null && (
        <p class="small">
          <a href={stored} rel="noreferrer">
            Picture of <bdi>{rowLabel(row)}</bdi>
          </a>{' '}
          <span class="soft">on {new URL(stored).host}</span>
        </p>
      )}
    </div>
  );
}

function Text({ html, title }: { html: unknown; title?: string }) {
  const text = asText(html);
  if (text === null) return null;
  return (
    <section>
      {title && <h2>{title}</h2>}
      <RenderedHtml html={text} below={title ? 2 : 1} />
    </section>
  );
}
