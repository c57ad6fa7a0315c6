import { Controller, Get, Inject } from '@nestjs/common';
import { bookingsContract, pathOf } from '@resource-catalogue/contracts';
import type { ListQuery } from '@resource-catalogue/list-query';
import { RequiresScope } from '../guards/scope.guard.js';
import { GetOperation, ListOperation } from '../openapi/operations.js';
import { ListParams, ResourceId } from '../parameters/parameters.js';
import { CATALOGUE_PRISMA, type CataloguePrisma } from '../read/catalogue-prisma.js';
import type { DeferredRead } from '../response/responses.js';

@Controller(pathOf(bookingsContract))
@RequiresScope('bookings:read')
export class BookingsController {
  constructor(@Inject(CATALOGUE_PRISMA) private readonly prisma: CataloguePrisma) {}

  @Get()
  @ListOperation(bookingsContract)
  list(@ListParams(bookingsContract) query: ListQuery): DeferredRead {
    return () => this.prisma.booking.page(query);
  }

  @Get(':id')
  @GetOperation(bookingsContract)
  get(@ResourceId() id: string): DeferredRead {
    return () => this.prisma.booking.document(id);
  }
}
