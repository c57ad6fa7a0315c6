import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { ProjectCreateDto, ProjectUpdateDto } from '@resource-catalogue/contracts';
import { MarkdownRenderer } from '@resource-catalogue/markdown';
import type { Prisma } from '@resource-catalogue/prisma';
import { v7 as uuidV7 } from 'uuid';
import { Bulkhead } from '@resource-catalogue/concurrency';
import { DATABASE, type Database, transactionSource, writeTransaction } from '@resource-catalogue/database';
import { definitions, type Item, type Reader } from '@resource-catalogue/read';
import { ProblemError, type ValidationError, refusedRequest } from '../../errors/problem-error.js';
import { IdempotencyKeys, type KeptAnswer } from '../../idempotency/idempotency-keys.js';
import type { CreateRequest, UpdateRequest } from '../../parameters/write-request.js';
import { PRIMARY_READER } from '../../read/read.module.js';
import { Changed, Created } from '../../response/responses.js';
import { lockedProject } from './locked-project.js';
import { authorErrors, referenceErrors, stepErrors } from './project-checks.js';
import {
  mayBecome,
  newProject,
  projectChanges,
  readRenderings,
  type StoredProject,
  storedProject,
} from './project-rows.js';
import { nothingRendered, type RenderedTexts, renderedTexts } from './project-texts.js';
import { freeSlug, projectSlug } from './slug.js';

type Transaction = Prisma.TransactionClient;

/**
 * Section 9: the only writes of the interface. Each is one transaction that also builds the response. Markdown is
 * rendered before it, because waiting for that must hold neither a connection nor a lock.
 */
@Injectable()
export class ProjectsService implements OnModuleDestroy {
  /** Creates of one slug wait here without a connection; a second one is ready when the first ends. */
  private readonly creates = new Bulkhead((ofSlug) => ofSlug < 2, { timeout: 5000, longest: 30_000, queue: 1000 });

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly keys: IdempotencyKeys,
    private readonly renderer: MarkdownRenderer,
    @Inject(PRIMARY_READER) private readonly reader: Reader,
  ) {}

  onModuleDestroy(): Promise<void> {
    return this.renderer.close();
  }

  create(write: CreateRequest<ProjectCreateDto>): Promise<Created> {
    const { dto, keyUse } = write;
    const work = async () => {
      const texts = await renderedTexts(this.renderer, write, nothingRendered);
      const stored = () => writeTransaction(this.database, (transaction) => this.createIn(transaction, write, texts));
      return dto === null ? stored() : this.creates.run(projectSlug(dto.name), stored);
    };
    return keyUse ? this.keys.once(keyUse, work, replayed) : work();
  }

  async update(write: UpdateRequest<ProjectUpdateDto>): Promise<Changed> {
    const texts = await renderedTexts(this.renderer, write, () => readRenderings(this.database.prisma, write.id));
    return writeTransaction(this.database, (transaction) => this.updateIn(transaction, write, texts));
  }

  private async createIn(
    transaction: Transaction,
    { dto, sent, errors, keyUse }: CreateRequest<ProjectCreateDto>,
    texts: RenderedTexts,
  ): Promise<Created> {
    const kept = keyUse && (await this.keys.claim(transaction, keyUse));
    if (kept) return replayed(kept);
    const found = await referenceErrors(transaction, sent, null);
    const tooLarge = texts.errors(sent, null);
    const valid = accepted(dto, [...errors, ...tooLarge, ...found, ...authorErrors(sent, sent['author_id'])]);
    const id = uuidV7();
    const slug = await freeSlug(transaction, projectSlug(valid.name));
    await transaction.project.create({ data: newProject(id, slug, valid, texts.htmlOf), select: { id: true } });
    const { text } = await this.read(transaction, id);
    if (keyUse) await this.keys.keep(transaction, keyUse, { projectId: id, text });
    return new Created(id, text, false);
  }

  private async updateIn(
    transaction: Transaction,
    { id, dto, sent, errors, mismatch }: UpdateRequest<ProjectUpdateDto>,
    texts: RenderedTexts,
  ): Promise<Changed> {
    const row = id === null ? null : await lockedProject(transaction, id);
    const project = row && (await storedProject(transaction, row, sent));
    const found = await referenceErrors(transaction, sent, project);
    const inSteps = stepErrors(sent, project);
    const all = [...errors, ...texts.errors(sent, project), ...found, ...inSteps];
    const patch = accepted(dto, [...all, ...authorErrors(sent, project?.author_id)]);
    if (!project) throw new ProblemError('not_found', `No projects resource has the id ${id}.`);
    // WRITE-6: compared while the row is locked, so of several changes with one tag only the first one matches.
    const unmet = mismatch?.((await this.read(transaction, project.id)).text) ?? null;
    if (unmet !== null) throw new ProblemError('precondition_failed', unmet);
    refuseConflict(project, patch);
    const changes = projectChanges(project, patch, texts.htmlOf, new Date());
    if (changes) await transaction.project.update({ where: { id: project.id }, data: changes, select: { id: true } });
    return new Changed((await this.read(transaction, project.id)).text);
  }

  private read(transaction: Transaction, id: string): Promise<Item> {
    return this.reader.withSource(transactionSource(transaction)).get(definitions.projects, id);
  }
}

/** The first response to a key, sent again (WRITE-7). */
function replayed({ projectId, text }: KeptAnswer): Created {
  return new Created(projectId, text, true);
}

/** The body; if a check found an error, none of it is stored (WRITE-3). */
function accepted<Dto>(dto: Dto | null, errors: readonly ValidationError[]): Dto {
  if (dto === null || errors.length > 0) throw refusedRequest(errors);
  return dto;
}

function refuseConflict(project: StoredProject, { publication_state: next }: ProjectUpdateDto): void {
  if (project.soft_deleted_at) throw new ProblemError('conflict', 'A deleted project cannot be changed.');
  if (next === undefined || mayBecome(project.publication_state, next)) return;
  throw new ProblemError('conflict', `A project that is ${project.publication_state} cannot become ${next}.`);
}
