import { type AccessBehaviour, soundAccess } from './http/access-behaviour.js';
import { type AnswerBehaviour, soundAnswers } from './http/answer-behaviour.js';
import { type RequestCheckBehaviour, soundRequestChecks } from './http/request-checks.js';
import { type FilterBehaviour, soundFilters } from './list/filtering.js';
import { type ListBehaviour, soundLists } from './list/paging.js';
import { type QueryBehaviour, soundQueries } from './query/query-behaviour.js';
import { soundWrites, type WriteBehaviour } from './write/write-behaviour.js';

/** Everything that a server decides. Each mutant of the conformance suite replaces some of it. */
export interface Behaviour
  extends
    QueryBehaviour,
    FilterBehaviour,
    ListBehaviour,
    AccessBehaviour,
    RequestCheckBehaviour,
    AnswerBehaviour,
    WriteBehaviour {}

/** The server as docs/interface.md says it must be. */
export const soundBehaviour: Behaviour = {
  ...soundQueries,
  ...soundFilters,
  ...soundLists,
  ...soundAccess,
  ...soundRequestChecks,
  ...soundAnswers,
  ...soundWrites,
};
