import type { CategoryType } from '@resource-catalogue/contracts';
import { withDeletion, type Life, lifeColumns, drawLife, publicationColumns } from './blocks/lifecycle.js';
import { buyingColumns, pageColumns, type PageWords } from './blocks/page.js';
import { categoryNamed } from './categories.js';
import type { Entity } from './entities.js';
import type { Ground } from './ground.js';
import type { Plan } from './plans.js';
import type { Random } from './random.js';
import type { Space } from './spaces.js';
import { joinTable, type Row, type SeedTable } from './table.js';

/** Fields that machines, places, trainings and events share. */
export interface Resource<Kind extends CategoryType> {
  readonly kind: Kind;
  readonly id: string;
  readonly space: Space;
  readonly life: Life;
  readonly publicationState: string;
  readonly mustBeApproved: boolean;
  readonly row: Row;
}

export interface ResourceWords extends PageWords {
  readonly slug?: string;
  readonly category: string | null;
}

interface Choice<Kind> extends Pick<Resource<CategoryType>, 'space' | 'mustBeApproved'> {
  readonly kind: Kind;
  readonly words: ResourceWords;
  readonly index: number;
  readonly isDeleted: boolean;
  /** The index that determines its publication state. */
  readonly publishedAs?: number;
  readonly pricing: string;
  readonly hasImage: boolean;
}

export function makeResource<Kind extends CategoryType>(
  { clock, categories, slugs }: Ground,
  { kind, words, space, index, isDeleted, publishedAs = index, pricing, hasImage, mustBeApproved }: Choice<Kind>,
  random: Random,
): Resource<Kind> {
  const alive = drawLife(clock, random, index);
  const publication = publicationColumns(publishedAs, alive, random);
  const life = isDeleted ? withDeletion(alive, clock, random) : alive;
  const id = random.uuidV7(life.createdAt);
  const slug = slugs.take(kind, words.slug ?? words.name);
  const row = {
    id,
    space_id: space.id,
    category_id: categoryNamed(categories, kind, words.category)?.id ?? null,
    ...pageColumns(words, `${kind}s`, slug, hasImage),
    ...publication,
    ...buyingColumns(index, pricing, `${kind}s/${slug}`),
    booking_must_be_approved: mustBeApproved,
    ...lifeColumns(life),
  };
  return { kind, id, space, life, publicationState: publication.publication_state, mustBeApproved, row };
}

/** Requirements for people who book a resource. */
export interface Requirements {
  readonly accreditations: readonly Entity[];
  readonly plans: readonly Plan[];
}

export function requirementTables(
  kind: CategoryType,
  owners: readonly (Requirements & { readonly id: string })[],
): SeedTable[] {
  const column = `${kind}_id`;
  return [
    joinTable(`${kind}_required_accreditations`, column, 'accreditation_id', owners, (owner) => owner.accreditations),
    joinTable(`${kind}_required_plans`, column, 'plan_id', owners, ({ plans }) => plans),
  ];
}
