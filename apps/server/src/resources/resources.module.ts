import { Module } from '@nestjs/common';
import { IdempotencyKeys } from '../idempotency/idempotency-keys.js';
import { BookingsController } from './bookings.controller.js';
import { CategoriesController } from './categories.controller.js';
import { EventSessionsController } from './event-sessions.controller.js';
import { EventsController } from './events.controller.js';
import { MachineUnitsController } from './machine-units.controller.js';
import { MachinesController } from './machines.controller.js';
import { MembersController } from './members.controller.js';
import { PlaceUnitsController } from './place-units.controller.js';
import { PlacesController } from './places.controller.js';
import { PlansController } from './plans.controller.js';
import { ProjectLicensesController } from './project-licenses.controller.js';
import { ProjectThematicsController } from './project-thematics.controller.js';
import { ProjectsController } from './projects/projects.controller.js';
import { ProjectsService } from './projects/projects.service.js';
import { markdownRenderer } from './projects/project-texts.js';
import { SpacesController } from './spaces.controller.js';
import { SubscriptionsController } from './subscriptions.controller.js';
import { TrainingSessionsController } from './training-sessions.controller.js';
import { TrainingsController } from './trainings.controller.js';
import { UsersController } from './users.controller.js';

/** The controllers of all collections, in alphabetical order. */
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
  providers: [IdempotencyKeys, markdownRenderer, ProjectsService],
})
export class ResourcesModule {}
