import { Controller, Get } from '@nestjs/common';
import { trainingSessionsContract, pathOf } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { GetOperation, ListOperation } from '../openapi/operations.js';
import { define } from '../read/definition.js';
import { type Item, type Page, Reader } from '../read/reader.js';
import { idIn, ref, remainder, seatsBooked, set } from '../read/sources.js';
import { spaceSummary, staffSummary, trainingSummary } from '../read/summaries.js';
import { ListParams, ResourceId } from '../request/parameters.js';

const trainingSessions = define(trainingSessionsContract, {
  sources: {
    training: ref(trainingSummary),
    space: ref(spaceSummary),
    seats_booked: seatsBooked('training_session_id'),
    seats_available: remainder('seats_total', 'seats_booked'),
    trainers: set(staffSummary, 'training_session_trainers', 'training_session_id', 'user_id'),
  },
  filters: {
    trainer_id: idIn('trainers'),
  },
});

@Controller(pathOf(trainingSessionsContract))
export class TrainingSessionsController {
  constructor(private readonly reader: Reader) {}

  @Get()
  @ListOperation(trainingSessionsContract)
  list(@ListParams(trainingSessionsContract) query: ListQuery): Promise<Page> {
    return this.reader.list(trainingSessions, query);
  }

  @Get(':id')
  @GetOperation(trainingSessionsContract)
  get(@ResourceId() id: string): Promise<Item> {
    return this.reader.get(trainingSessions, id);
  }
}
