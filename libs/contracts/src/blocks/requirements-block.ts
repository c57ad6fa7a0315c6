import { examples } from '../examples.js';
import { ListOf } from '../nested-fields.js';
import { RefDto } from '../summaries.js';

/** *Requirements*: what a member needs before booking. */
export class RequirementsBlock {
  @ListOf(() => RefDto, 'Accreditations that a member needs; empty for none.', {
    example: [examples.accreditation],
  })
  required_accreditations!: RefDto[];

  @ListOf(() => RefDto, 'Plans of which a member needs one; empty for none.', {
    example: [examples.plan],
  })
  required_plans!: RefDto[];
}
