import { Inject, Injectable } from '@nestjs/common';
import type { ProjectCreateDto, ProjectUpdateDto } from '@resource-catalogue/contracts';
import type { Prisma } from '@resource-catalogue/prisma';
import { DATABASE } from '../../database/database.module.js';
import type { Database } from '../../database/database.js';
import { lockName, lockProject } from '../../database/locks.js';
import { transactionSource } from '../../database/transaction-source.js';
import { uuidV7 } from '../../database/uuid-v7.js';
import { writeTransaction } from '../../database/write-transaction.js';
import { anyMatch } from '../../http/entity-tag.js';
import { IdempotencyKeys, type KeptAnswer } from '../../http/idempotency-keys.js';
import { resourceBody } from '../../http/tagged-body.js';
import type { CreateRequest, UpdateRequest, WriteRequest } from '../../http/write-request.js';
import { Changed, Created } from '../../http/written.js';
import { renderMarkdown } from '../../markdown/render-markdown.js';
import { Problem, type ProblemFault, refusedRequest } from '../../problems/problem.js';
import type { Item } from '../../read/page.js';
import { Reader } from '../../read/reader.js';
import { projectChanges } from './project-changes.js';
import { referenceFaults } from './project-references.js';
import { stepFaults, storedSteps } from './project-steps.js';
import { projects } from './projects.resource.js';
import { mayBecome, publishedAt } from './publication.js';
import { slugCandidate, slugOf } from './slug.js';
import { presentReferences, type StoredProject, storedProject } from './stored-project.js';

type Transaction = Prisma.TransactionClient;
type Sent = WriteRequest<object>['sent'];

/** Section 9: the only writes of the interface. Each is one transaction, answered from inside it. */
@Injectable()
export class ProjectsService {
  private readonly keys: IdempotencyKeys;

  constructor(@Inject(DATABASE) private readonly database: Database) {
    this.keys = new IdempotencyKeys(database);
  }

  create(request: CreateRequest<ProjectCreateDto>): Promise<Created> {
    const { keyUse } = request;
    const work = () => writeTransaction(this.database, (transaction) => this.createIn(transaction, request));
    if (!keyUse) return work();
    return this.keys.once(keyUse, work, again);
  }

  update(request: UpdateRequest<ProjectUpdateDto>): Promise<Changed> {
    return writeTransaction(this.database, (transaction) => this.updateIn(transaction, request));
  }

  private async createIn(
    transaction: Transaction,
    { dto, sent, faults, keyUse }: CreateRequest<ProjectCreateDto>,
  ): Promise<Created> {
    const kept = keyUse && (await this.keys.claim(transaction, keyUse));
    if (kept) return again(kept);
    const found = await referenceFaults(transaction, sent, null);
    const known = accepted(dto, [...faults, ...found, ...authorFaults(sent, sent['author_id'])]);
    const id = uuidV7();
    await transaction.project.create({ data: await newProject(transaction, id, known) });
    const { text } = await read(transaction, id);
    if (keyUse) await this.keys.keep(transaction, keyUse, { projectId: id, text });
    return new Created(id, text, false);
  }

  private async updateIn(
    transaction: Transaction,
    { id, dto, sent, faults, ifMatch }: UpdateRequest<ProjectUpdateDto>,
  ): Promise<Changed> {
    if (id !== null) await lockProject(transaction, id);
    const project = id === null ? null : await storedProject(transaction, id);
    const found = await referenceFaults(transaction, sent, project && presentReferences(project));
    const inSteps = stepFaults(sent['steps'], project?.steps ?? []);
    const patch = accepted(dto, [...faults, ...found, ...inSteps, ...authorFaults(sent, project?.author_id)]);
    if (!project) throw new Problem('not_found', `No projects resource has the id ${id}.`);
    // WRITE-6: compared while the row is locked, so of several changes with one tag only the first finds it current.
    if (ifMatch !== undefined && !anyMatch(ifMatch, resourceBody((await read(transaction, project.id)).text).tag)) {
      throw new Problem('precondition_failed', 'The project is not the one that If-Match names: read it again.');
    }
    refuseConflict(project, patch);
    const changes = projectChanges(project, patch, new Date());
    if (changes) await transaction.project.update({ where: { id: project.id }, data: changes });
    return new Changed((await read(transaction, project.id)).text);
  }
}

function read(transaction: Transaction, id: string): Promise<Item> {
  // What is not committed must neither be read from the cache nor fill it.
  return new Reader(transactionSource(transaction), null).get(projects, id);
}

/** The first answer to a key, given again (WRITE-7). */
function again({ projectId, text }: KeptAnswer): Created {
  return new Created(projectId, text, true);
}

/** The body that the checks left, of which nothing is stored if one of them found a fault (WRITE-3). */
function accepted<Dto>(dto: Dto | null, faults: readonly ProblemFault[]): Dto {
  if (dto === null || faults.length > 0) throw refusedRequest(faults);
  return dto;
}

function authorFaults({ collaborator_ids: ids }: Sent, author: unknown): ProblemFault[] {
  const index = Array.isArray(ids) && author !== undefined ? ids.indexOf(author) : -1;
  if (index < 0) return [];
  const detail = 'The author is no collaborator of the same project.';
  return [{ pointer: `/collaborator_ids/${index}`, code: 'invalid_value', detail }];
}

function refuseConflict(project: StoredProject, { publication_state: next }: ProjectUpdateDto): void {
  if (project.soft_deleted_at)
    throw new Problem('conflict', 'The project was deleted, and a deleted project cannot change.');
  if (next === undefined || mayBecome(project.publication_state, next)) return;
  throw new Problem('conflict', `A project that is ${project.publication_state} cannot become ${next}.`);
}

async function newProject(
  transaction: Transaction,
  id: string,
  dto: ProjectCreateDto,
): Promise<Prisma.ProjectUncheckedCreateInput> {
  const { name, author_id, description = null, publication_state = 'draft' } = dto;
  const now = new Date();
  return {
    id,
    author_id,
    name,
    slug: await freeSlug(transaction, slugOf(name)),
    summary: dto.summary ?? null,
    description,
    description_rendered: description === null ? null : renderMarkdown(description),
    space_id: dto.space_id ?? null,
    license_id: dto.license_id ?? null,
    external_url: dto.external_url ?? null,
    tags: dto.tags ?? [],
    steps: storedSteps(dto.steps ?? [], uuidV7).map((step) => ({ ...step })),
    publication_state,
    published_at: publishedAt(publication_state, null, now),
    collaborators: { createMany: { data: (dto.collaborator_ids ?? []).map((member_id) => ({ member_id })) } },
    thematics: {
      createMany: { data: (dto.thematic_ids ?? []).map((project_thematic_id) => ({ project_thematic_id })) },
    },
    machines: { createMany: { data: (dto.machine_ids ?? []).map((machine_id) => ({ machine_id })) } },
    created_at: now,
    updated_at: now,
  };
}

/** The first free candidate. Creates of one slug wait for each other, so that each sees the one before. */
async function freeSlug(transaction: Transaction, slug: string): Promise<string> {
  await lockName(transaction, `slug ${slug}`);
  for (let from = 1, size = 8; ; from += size, size = Math.min(size * 2, 1000)) {
    const candidates = Array.from({ length: size }, (_, index) => slugCandidate(slug, from + index));
    const taken = await transaction.project.findMany({ where: { slug: { in: candidates } }, select: { slug: true } });
    const free = candidates.find((candidate) => !taken.some((row) => row.slug === candidate));
    if (free !== undefined) return free;
  }
}
