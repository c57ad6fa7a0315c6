import type {
  BookingSort,
  CategorySort,
  EventSessionSort,
  EventSort,
  MachineSort,
  MachineUnitSort,
  MemberSort,
  PlaceSort,
  PlaceUnitSort,
  PlanSort,
  ProjectLicenseSort,
  ProjectSort,
  ProjectThematicSort,
  SpaceSort,
  SubscriptionSort,
  TrainingSessionSort,
  TrainingSort,
  UserSort,
} from '../../src/index.js';
import { proves } from './equal.js';
import type { Equal } from './equal.js';

// What each collection can be sorted by, said a second time, from the tables of the interface.

proves<Equal<UserSort, 'created_at' | 'updated_at' | 'last_name' | 'email'>>();
proves<Equal<MemberSort, 'created_at' | 'updated_at' | 'last_name' | 'joined_at'>>();
proves<Equal<MachineSort, 'created_at' | 'updated_at' | 'name'>>();
proves<Equal<MachineUnitSort, 'created_at' | 'updated_at' | 'sku'>>();
proves<Equal<TrainingSort, 'created_at' | 'updated_at' | 'name'>>();
proves<Equal<TrainingSessionSort, 'created_at' | 'updated_at' | 'starts_at' | 'ends_at'>>();
proves<Equal<PlaceSort, 'created_at' | 'updated_at' | 'name'>>();
proves<Equal<PlaceUnitSort, 'created_at' | 'updated_at' | 'sku'>>();
proves<Equal<PlanSort, 'created_at' | 'updated_at' | 'name' | 'position'>>();
proves<Equal<EventSort, 'created_at' | 'updated_at' | 'name'>>();
proves<Equal<EventSessionSort, 'created_at' | 'updated_at' | 'starts_at' | 'ends_at'>>();
proves<Equal<ProjectSort, 'created_at' | 'updated_at' | 'name'>>();
proves<Equal<ProjectLicenseSort, 'created_at' | 'updated_at' | 'name' | 'position'>>();
proves<Equal<ProjectThematicSort, 'created_at' | 'updated_at' | 'name' | 'position'>>();
proves<Equal<SubscriptionSort, 'created_at' | 'updated_at' | 'starts_at'>>();
proves<Equal<BookingSort, 'created_at' | 'updated_at' | 'starts_at' | 'ends_at'>>();
proves<Equal<CategorySort, 'created_at' | 'updated_at' | 'name' | 'position'>>();
proves<Equal<SpaceSort, 'created_at' | 'updated_at' | 'name'>>();
