import { ApiSchema } from '@nestjs/swagger';
import { Text } from './fields.js';

/** A picture in three widths; each is an absolute URL (SHAPE-6). */
@ApiSchema({ name: 'Image', description: 'A picture in three widths, each at an absolute URL.' })
export class ImageDto {
  @Text('Small picture, for lists.', { format: 'uri', example: 'https://catalogue.example.org/images/7f3a-sm.webp' })
  sm!: string;

  @Text('Medium picture, for cards.', { format: 'uri', example: 'https://catalogue.example.org/images/7f3a-md.webp' })
  md!: string;

  @Text('Large picture, for whole pages.', {
    format: 'uri',
    example: 'https://catalogue.example.org/images/7f3a-lg.webp',
  })
  lg!: string;
}
