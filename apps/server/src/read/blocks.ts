import { children, column, json, set } from './sources.js';
import { accreditationSummary, planSummary, price } from './summaries.js';

// The blocks that section 8 of the interface repeats, said once each. The contract decides the order of the keys.

export const timestamps = { updated_at: column(), created_at: column() };

export const softDelete = { soft_deleted_at: column() };

export const publication = { publication_state: column(), published_at: column() };

export const page = {
  slug: column(),
  name: column(),
  summary: column(),
  description_rendered: column(),
  image: json(),
};

export const access = { accessibility: json(), accessibility_extra_info: column() };

export const buying = {
  pricing: column(),
  prices_hidden: column(),
  buying_blocked: column(),
  buying_cta_kind: column(),
  buying_cta_button_label: column(),
  buying_cta_email: column(),
  buying_cta_url: column(),
  buying_cta_text: json(),
};

/** Of a machine, place, training or event: the join tables are called after it. */
export const requirements = (owner: string) => ({
  required_accreditations: set(
    accreditationSummary,
    `${owner}_required_accreditations`,
    `${owner}_id`,
    'accreditation_id',
  ),
  required_plans: set(planSummary, `${owner}_required_plans`, `${owner}_id`, 'plan_id'),
});

export const prices = (owner: string) => ({ prices: children(price, `${owner}_id`, 'id') });
