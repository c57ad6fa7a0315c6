import { Text } from '../fields.js';
import { ImageDto } from '../image.js';
import { Embedded } from '../nested-fields.js';
import { maximumSlugLength } from '../slug.js';

/** *Page*: content of a web page about the resource. */
export class PageBlock {
  @Text('The readable part of a URL: unique in the collection, and unchanged by a renaming.', {
    maxLength: maximumSlugLength,
    pattern: /^[a-z0-9]+(-[a-z0-9]+)*$/,
    form: 'words of a-z and 0-9 with one - between them, like laser-cutter',
    example: 'laser-cutter',
  })
  slug!: string;

  @Text('Name of the resource.', { example: 'Laser cutter' })
  name!: string;

  @Text('One or two sentences of plain text for lists and search results.', {
    nullable: true,
    example: 'Cuts and engraves wood, card and acrylic up to 60 × 40 cm.',
  })
  summary!: string | null;

  @Text('The full description as sanitised HTML.', {
    nullable: true,
    example: '<p>Cuts <strong>wood</strong>, card and acrylic, and engraves glass and slate.</p>',
  })
  description_rendered!: string | null;

  @Embedded(() => ImageDto, 'The picture of the resource.', { nullable: true })
  image!: ImageDto | null;
}
