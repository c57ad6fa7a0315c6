/** What a page about a thing shows. */
export interface Page {
  readonly slug: string;
  readonly name: string;
  readonly summary: string | null;
  readonly html: string | null;
  readonly image: string | null;
}

export function pageColumns({ slug, name, summary, html, image }: Page) {
  return { slug, name, summary, description_rendered: html, image };
}

/** A picture in three widths on the media host of the demonstration (SHAPE-6). */
export function imageJson(folder: string, name: string): string {
  const base = `https://media.example.org/${folder}/${name}`;
  return JSON.stringify({ sm: `${base}-320.webp`, md: `${base}-960.webp`, lg: `${base}-1920.webp` });
}
