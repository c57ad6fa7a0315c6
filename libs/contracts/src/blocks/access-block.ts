import { Text } from '../fields.js';
import { ListOfValues } from '../nested-fields.js';

/** The impairments for which a resource is equipped. */
export const accessibilities = ['visual', 'hearing', 'motor', 'mental'] as const;
/** One of `accessibilities`. */
export type Accessibility = (typeof accessibilities)[number];

/** *Access*: the impairments with which a resource can be used without help. */
export class AccessBlock {
  @ListOfValues(accessibilities, 'Impairments with which the resource can be used without help.', {
    example: ['motor', 'hearing'],
  })
  accessibility!: Accessibility[];

  @Text('Further information about access, in plain text.', {
    nullable: true,
    example: 'Step-free entrance from the courtyard; the lift is 90 cm wide.',
  })
  accessibility_extra_info!: string | null;
}
