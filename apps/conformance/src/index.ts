export { defineConformance } from './define-conformance.js';
export type { ConformanceOptions } from './define-conformance.js';
export { runChecks } from './run/run.js';
export type { Listener, Run, RunOptions } from './run/run.js';
export type { Finding, Outcome, Result } from './run/result.js';
export { TargetError } from './run/probe.js';
export { TransportError } from './target/wire.js';
export { isRuleId, requirements, ruleIds } from './rules/requirements.js';
export type { Requirement, RuleId } from './rules/requirements.js';
