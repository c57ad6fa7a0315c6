import { examples } from '../examples.js';
import { ListOf } from '../nested-fields.js';
import { RefDto } from '../summaries.js';

/** *Requirements*: what a member must have before booking. */
export class RequirementsBlock {
  @ListOf(() => RefDto, 'The accreditations that a member needs; empty when none is.', {
    example: [examples.accreditation],
  })
  required_accreditations!: RefDto[];

  @ListOf(() => RefDto, 'The plans of which a member needs one; empty when none is needed.', {
    example: [examples.plan],
  })
  required_plans!: RefDto[];
}
