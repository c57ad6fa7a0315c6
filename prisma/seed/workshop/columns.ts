import { type Life, lifeColumns } from '../blocks/lifecycle.js';
import { toHtml } from '../blocks/markup.js';
import type { PageWords } from '../blocks/page.js';
import type { Row } from '../table.js';
import { type Clock, formatInstant } from '../time/clock.js';

/** A page with one of the explorer's illustrations. */
export interface PicturedWords extends PageWords {
  readonly picture: string;
}

/** The explorer loads pictures of this host from the service itself, which knows its own URL only at run time. */
const pictures = 'https://demo.example.org/pictures';

/** The life of a row that was created with the workshop and last changed by the conversion. */
export const settledLife = ({ opening, conversion }: Clock): Life => ({
  createdAt: opening,
  updatedAt: conversion,
  deletedAt: null,
});

/** Columns of a published page, with its life. */
export function publishedColumns({ name, summary, description, picture }: PicturedWords, slug: string, life: Life) {
  const url = `${pictures}/${picture}.svg`;
  return {
    ...{ slug, name, summary, description_rendered: toHtml(description) },
    image: JSON.stringify({ sm: url, md: url, lg: url }),
    publication_state: 'published',
    published_at: formatInstant(life.createdAt),
    ...lifeColumns(life),
  };
}

/** Columns of a thing that people pay for at the desk: it has no button. */
export const buyingColumns = (pricing: string): Row => ({
  pricing,
  ...{ prices_hidden: false, buying_blocked: false, buying_cta_kind: 'none', buying_cta_button_label: null },
  ...{ buying_cta_email: null, buying_cta_url: null, buying_cta_text: null },
});

export const accessColumns: Row = {
  accessibility: JSON.stringify(['motor', 'hearing']),
  accessibility_extra_info: 'Step-free from the yard; the lift is 90 cm wide.',
};
