import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { ProjectCreateDto, ProjectDto, ProjectUpdateDto } from '@resource-catalogue/contracts';
import { MarkdownRenderer } from '@resource-catalogue/markdown';
import type { Prisma } from '@resource-catalogue/prisma';
import { v7 as uuidV7 } from 'uuid';
import { Bulkhead } from '@resource-catalogue/concurrency';
import {
  DATABASE,
  type Database,
  isConflict,
  type ReadSource,
  transactionSource,
  writeTransaction,
} from '@resource-catalogue/database';
import { definitions, type Item, type Reader, ResourceNotFound } from '@resource-catalogue/read';
import { ProblemError, type ValidationError, invalidRequest } from '../../errors/problem-error.js';
import { IdempotencyKeys, type StoredResponse } from '../../idempotency/idempotency-keys.js';
import type { CreateRequest, UpdateRequest } from '../../parameters/write-request.js';
import { PRIMARY_READER } from '../../read/read.module.js';
import { Changed, Created } from '../../response/responses.js';
import { lockProject, sourceAfter, storeChanges } from './changed-project.js';
import { authorErrors, findReferences, type FoundReference, referenceErrors, stepErrors } from './project-checks.js';
import { newProject, nextStates, type ProjectChanges, projectChanges } from './project-rows.js';
import { type RenderedTexts, renderedTexts } from './project-texts.js';
import { findFreeSlug, projectSlug } from './slug.js';

type Transaction = Prisma.TransactionClient;

/** A project as the API shows it, and its JSON text. */
interface Stored {
  readonly text: string;
  readonly project: ProjectDto;
}

/** The state that a change has read, and how it stores the differences. */
interface Change {
  readonly stored: Stored | null;
  readonly found: readonly FoundReference[];
  readonly source: ReadSource;
  readonly store: (project: ProjectDto, changes: ProjectChanges) => Promise<void>;
}

/**
 * Section 9: the only writes of the API. Markdown is rendered before any transaction, because waiting for that must
 * hold neither a connection nor a lock.
 */
@Injectable()
export class ProjectsService implements OnModuleDestroy {
  /** Runs at most two creates per slug: the second is ready when the first ends; others wait without a connection. */
  private readonly creates = new Bulkhead(
    (ofSlug) => ofSlug < 2,
    { timeout: 5000, longest: 30_000, queue: 1000 },
    'other creates of the same slug',
  );

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
      const texts = await renderedTexts(this.renderer, write, null);
      const stored = () => writeTransaction(this.database, (transaction) => this.createIn(transaction, write, texts));
      return dto === null ? stored() : this.creates.run(projectSlug(dto.name), stored);
    };
    return keyUse ? this.keys.once(keyUse, work, toReplay) : work();
  }

  /**
   * Reads the project, and stores the change in one statement if the project has not changed meanwhile. If it has,
   * starts again with the row locked.
   */
  async update(write: UpdateRequest<ProjectUpdateDto>): Promise<Changed> {
    const { prisma, source, writing } = this.database;
    const { id, sent } = write;
    const [stored, found] = await Promise.all([this.find(source, id), writing(() => findReferences(prisma, sent))]);
    const texts = await renderedTexts(this.renderer, write, stored?.project ?? null);
    try {
      const store: Change['store'] = (...change) => writing(() => storeChanges(prisma, ...change));
      return await this.change(write, texts, { stored, found, source, store });
    } catch (error) {
      if (!isConflict(error)) throw error;
    }
    return writeTransaction(this.database, async (transaction) => {
      await lockProject(transaction, id);
      const locked = transactionSource(transaction);
      return this.change(write, texts, {
        stored: await this.find(locked, id),
        found: await findReferences(transaction, sent),
        source: locked,
        store: (...change) => storeChanges(transaction, ...change),
      });
    });
  }

  private async createIn(
    transaction: Transaction,
    { dto, sent, errors, keyUse }: CreateRequest<ProjectCreateDto>,
    texts: RenderedTexts,
  ): Promise<Created> {
    const kept = keyUse && (await this.keys.claim(transaction, keyUse));
    if (kept) return toReplay(kept);
    const found = referenceErrors(sent, await findReferences(transaction, sent), null);
    const tooLarge = texts.errors(sent, null);
    const valid = requireValid(dto, [...errors, ...tooLarge, ...found, ...authorErrors(sent, sent['author_id'])]);
    const id = uuidV7();
    const slug = await findFreeSlug(transaction, projectSlug(valid.name));
    await transaction.project.create({ data: newProject(id, slug, valid, texts.htmlOf), select: { id: true } });
    const { text } = await this.read(transactionSource(transaction), id);
    if (keyUse) await this.keys.keep(transaction, keyUse, { projectId: id, text });
    return new Created(id, text, false);
  }

  private async change(
    { id, dto, sent, errors, mismatch }: UpdateRequest<ProjectUpdateDto>,
    texts: RenderedTexts,
    { stored, found, source, store }: Change,
  ): Promise<Changed> {
    const project = stored?.project ?? null;
    const inReferences = [...referenceErrors(sent, found, project), ...stepErrors(sent, project)];
    const all = [...errors, ...texts.errors(sent, project), ...inReferences];
    const patch = requireValid(dto, [...all, ...authorErrors(sent, project?.author.id)]);
    if (!stored || !project) throw new ResourceNotFound(definitions.projects.name, `${id}`);
    // WRITE-6: the change is stored only if the project is still the one compared here.
    const unmet = mismatch?.(stored.text) ?? null;
    if (unmet !== null) throw new ProblemError('precondition_failed', unmet);
    rejectConflict(project, patch);
    const changes = projectChanges(project, patch, texts.htmlOf, new Date());
    if (!changes) return new Changed(stored.text);
    const { text } = await this.read(sourceAfter(source, project.id, changes), project.id);
    await store(project, changes);
    return new Changed(text);
  }

  private async find(source: ReadSource, id: string | null): Promise<Stored | null> {
    const item = id === null ? null : await this.read(source, id).catch(nullIfMissing);
    return item && { text: item.text, project: projectIn(item) };
  }

  private read(source: ReadSource, id: string): Promise<Item> {
    return this.reader.withSource(source).get(definitions.projects, id);
  }
}

function nullIfMissing(error: unknown): null {
  if (error instanceof ResourceNotFound) return null;
  throw error;
}

/** The read engine writes exactly the keys of its definition. */
const projectIn = ({ text }: Item): ProjectDto => JSON.parse(text) as ProjectDto;

/** The first response to a key, sent again (WRITE-7). */
function toReplay({ projectId, text }: StoredResponse): Created {
  return new Created(projectId, text, true);
}

/** Returns the body; throws if a check found an error, so that none of it is stored (WRITE-3). */
function requireValid<Dto>(dto: Dto | null, errors: readonly ValidationError[]): Dto {
  if (dto === null || errors.length > 0) throw invalidRequest(errors);
  return dto;
}

function rejectConflict(project: ProjectDto, { publication_state: next }: ProjectUpdateDto): void {
  if (project.soft_deleted_at) throw new ProblemError('conflict', 'A deleted project cannot be changed.');
  const { publication_state: state } = project;
  if (next === undefined || next === state || nextStates[state].includes(next)) return;
  throw new ProblemError('conflict', `A project can only go from ${state} to ${nextStates[state].join(' or ')}.`);
}
