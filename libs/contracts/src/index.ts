export {
  fieldTable,
  inOrder,
  type DtoClass,
  type Field,
  type FieldKind,
  type FieldLimits,
  type SetWhen,
} from './field-table.js';
export { collectionBehind, operationIdOf, type Roles, roles, singularWords, toSingular } from './references.js';
export { resolvedZone, type TextFormat, textFormats } from './text-format.js';
export { satisfiesSetWhen, setWhenText, setWhenWords } from './set-when.js';
export { Examples, type FieldDecorator, type FieldOptions } from './field-decorator.js';
export { CalendarDate, Flag, Instant, Integer, NumberField, OneOf, Text, Uuid } from './fields.js';
export { Embedded, ListOf, ListOfValues, OpaqueObject, TextList } from './nested-fields.js';

export { filterTable, operatorsOf, rangeOperators, setOperators } from './filters.js';
export type {
  BooleanFilter,
  FilterField,
  FilterKind,
  Operator,
  OperatorOf,
  RangeFilter,
  SetFilter,
} from './filters.js';
export { FilterByFlag, FilterByIds, FilterByInteger, FilterByText, FilterByTime, FilterByValues } from './filters.js';
export { CommonFiltersDto, SoftDeletableFiltersDto } from './common-filters.js';

export { collection, commonSorts, pathOf } from './collection.js';
export type { CollectionContract, CommonSort, SortableKey } from './collection.js';
export { filteredFields } from './list-fields.js';
export { collections, type AnyCollectionContract, type CollectionName } from './collections.js';
export {
  apiPrefix,
  defaultLimit,
  maximumBodyBytes,
  maximumHeadBytes,
  maximumKeyLength,
  maximumLimit,
  maximumPageBytes,
  maximumResponseBytes,
  maximumRowBytes,
  maximumSetSize,
  renderedLimits,
} from './limits.js';
export { cutSlug, latinSlug, maximumSlugLength } from './slug.js';
export { listParams, type ListParam } from './list-params.js';
export { PaginationLinksDto, PaginationMetaDto } from './page.js';
export { validationErrorCodes, type ValidationErrorCode } from './validation-error-codes.js';
export { problemCodes, type ProblemCode, type ProblemMeaning } from './problem-codes.js';
export { ValidationErrorDto, isProblemCode, ProblemDto } from './problem.js';
export { isScope, readScope, scopes, type Scope, sufficientScopes, type SufficientScopes } from './scopes.js';

export { AccessBlock, accessibilities, type Accessibility } from './blocks/access-block.js';
export { availabilityModes, BookableBlock, type AvailabilityMode } from './blocks/bookable-block.js';
export { BuyingBlock, buyingCtaKinds, pricings, type BuyingCtaKind, type Pricing } from './blocks/buying-block.js';
export { SoftDeleteBlock, TimestampsBlock } from './blocks/lifecycle-blocks.js';
export { PageBlock } from './blocks/page-block.js';
export { PublicationBlock, publicationStates, type PublicationState } from './blocks/publication-block.js';
export { RequirementsBlock } from './blocks/requirements-block.js';
export { CancellationBlock, SessionBlock, sessionStates, type SessionState } from './blocks/session-block.js';
export { UnitBlock } from './blocks/unit-block.js';
export { unitStates, type UnitState } from './unit-state.js';

export { MemberAddressDto, SpaceAddressDto } from './address.js';
export { CustomDurationTypeDto, DurationTypeDto, durationTypeKinds, type DurationTypeKind } from './duration-type.js';
export { ImageDto } from './image.js';
export { MinimumDurationDto, minimumDurationUnits, type MinimumDurationUnit } from './minimum-duration.js';
export { PlaceExtraDto, placeExtraPricings, type PlaceExtraPricing } from './place-extra.js';
export { PriceDto } from './price.js';
export { MachineQuotaDto, PlaceQuotaDto, quotaUnits, type QuotaUnit } from './quota.js';
export { SlotDto } from './slot.js';
export {
  EventSessionSummaryDto,
  MachineUnitSummaryDto,
  PersonSummaryDto,
  PlaceExtraSummaryDto,
  PlaceUnitSummaryDto,
  PriceSummaryDto,
  RefDto,
  SubscriptionSummaryDto,
  TrainingSessionSummaryDto,
  UserSummaryDto,
} from './summaries.js';

export { BookingDto, BookingFiltersDto, bookingsContract, BookingSeatDto } from './booking.js';
export { type BookingState, bookingStates, seatHoldingStates } from './booking-states.js';
export { categoriesContract, CategoryDto, CategoryFiltersDto, categoryTypes, type CategoryType } from './category.js';
export { EventSessionDto, EventSessionFiltersDto, eventSessionsContract } from './event-session.js';
export { EventDto, EventFiltersDto, eventsContract, locationKinds, seatNamings } from './event.js';
export type { LocationKind, SeatNaming } from './event.js';
export { MachineUnitDto, MachineUnitFiltersDto, machineUnitsContract } from './machine-unit.js';
export { MachineDto, MachineFiltersDto, machinesContract } from './machine.js';
export { MemberAccreditationDto, MemberDto, MemberFiltersDto, membersContract, memberStates } from './member.js';
export type { MemberState } from './member.js';
export { PlaceUnitDto, PlaceUnitFiltersDto, placeUnitsContract } from './place-unit.js';
export { PlaceDto, PlaceFiltersDto, placesContract } from './place.js';
export { PlanDto, planDurationUnits, PlanFiltersDto, plansContract, renewalKinds } from './plan.js';
export type { PlanDurationUnit, RenewalKind } from './plan.js';
export { ProjectLicenseDto, ProjectLicenseFiltersDto, projectLicensesContract } from './project-license.js';
export { ProjectThematicDto, ProjectThematicFiltersDto, projectThematicsContract } from './project-thematic.js';
export { ProjectDto, ProjectFiltersDto, projectsContract, ProjectStepDto } from './project.js';
export { OpeningExceptionDto, OpeningHoursDto, SpaceDto, SpaceFiltersDto, spacesContract } from './space.js';
export { SubscriptionDto, SubscriptionFiltersDto, subscriptionsContract, subscriptionStates } from './subscription.js';
export type { SubscriptionState } from './subscription.js';
export { TrainingSessionDto, TrainingSessionFiltersDto, trainingSessionsContract } from './training-session.js';
export { TrainingDto, TrainingFiltersDto, trainingsContract } from './training.js';
export { UserDto, UserFiltersDto, userRoles, usersContract, userStates } from './user.js';
export type { UserRole, UserState } from './user.js';
export {
  initialPublicationStates,
  ProjectCreateDto,
  ProjectStepCreateDto,
  ProjectStepUpdateDto,
  ProjectUpdateDto,
} from './project-write.js';
export type { InitialPublicationState } from './project-write.js';
export type { RuleContext } from './body-rules.js';
export { escapePointer, isObject, type JsonObject } from './json.js';
export { compileCheck, type Fault, type FaultCause, type MayBeAbsent } from './value-check.js';
export { isDate, isInstant, isText } from './value-forms.js';
export { isUuid, parseUuid } from './uuid.js';
export { memoize } from './memoize.js';
export { parseUrl } from './parse-url.js';
