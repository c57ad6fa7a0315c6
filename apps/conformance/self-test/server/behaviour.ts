import { type AccessBehaviour, soundAccess } from './http/access-behaviour.js';
import { type AnswerBehaviour, soundAnswers } from './http/answer-behaviour.js';
import { type GateBehaviour, soundGate } from './http/gate.js';
import { type FilterBehaviour, soundFilters } from './list/filtering.js';
import { type ListBehaviour, soundLists } from './list/paging.js';
import { type QueryBehaviour, soundQueries } from './query/query-behaviour.js';
import { soundWrites, type WriteBehaviour } from './write/write-behaviour.js';

/** Everything that a server decides. A fault replaces some of it. */
export interface Behaviour
  extends
    QueryBehaviour,
    FilterBehaviour,
    ListBehaviour,
    AccessBehaviour,
    GateBehaviour,
    AnswerBehaviour,
    WriteBehaviour {}

/** The server as interface.md has it. */
export const soundBehaviour: Behaviour = {
  ...soundQueries,
  ...soundFilters,
  ...soundLists,
  ...soundAccess,
  ...soundGate,
  ...soundAnswers,
  ...soundWrites,
};
