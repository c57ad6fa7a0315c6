import { Module } from '@nestjs/common';
import { BookingsController } from './bookings/bookings.controller.js';
import { CategoriesController } from './categories/categories.controller.js';
import { EventSessionsController } from './event-sessions/event-sessions.controller.js';
import { EventsController } from './events/events.controller.js';
import { MachineUnitsController } from './machine-units/machine-units.controller.js';
import { MachinesController } from './machines/machines.controller.js';
import { MembersController } from './members/members.controller.js';
import { PlaceUnitsController } from './place-units/place-units.controller.js';
import { PlacesController } from './places/places.controller.js';
import { PlansController } from './plans/plans.controller.js';
import { ProjectLicensesController } from './project-licenses/project-licenses.controller.js';
import { ProjectThematicsController } from './project-thematics/project-thematics.controller.js';
import { ProjectsController } from './projects/projects.controller.js';
import { ProjectsService } from './projects/projects.service.js';
import { SpacesController } from './spaces/spaces.controller.js';
import { SubscriptionsController } from './subscriptions/subscriptions.controller.js';
import { TrainingSessionsController } from './training-sessions/training-sessions.controller.js';
import { TrainingsController } from './trainings/trainings.controller.js';
import { UsersController } from './users/users.controller.js';

/** Every collection, alphabetical, one line each. */
@Module({
  controllers: [
    BookingsController,
    CategoriesController,
    EventSessionsController,
    EventsController,
    MachineUnitsController,
    MachinesController,
    MembersController,
    PlaceUnitsController,
    PlacesController,
    PlansController,
    ProjectLicensesController,
    ProjectThematicsController,
    ProjectsController,
    SpacesController,
    SubscriptionsController,
    TrainingSessionsController,
    TrainingsController,
    UsersController,
  ],
  providers: [ProjectsService],
})
export class ResourcesModule {}
