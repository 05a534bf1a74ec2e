import type { DecisionLayer, DecisionReason, RuleRef, TraceEntry } from '#shared/permission/decision.ts';
import type { CallFacts } from '#shared/permission/facts.ts';
import type { RuleEntry } from '#shared/permission/rule.ts';
import type { ToolPermissionContext } from '../tool-permission-context.ts';
import type { ToolPermissionResult } from '../permission-engine.ts';
import type { Rules } from '../rules/rule-set.ts';
import { type PermissionKind, toolKind } from '#shared/tool-table.ts';

/** All input of a layer. Layers read nothing else. */
export interface Case {
  readonly facts: CallFacts;
  /** Every path of the call, including the shell's. */
  readonly paths: CallFacts['paths'];
  readonly context: ToolPermissionContext;
  readonly rules: Rules;
  readonly kind: PermissionKind;
  readonly toolCheck: ToolPermissionResult | undefined;
  /** Bypass counts only when it was made available at startup. */
  readonly bypass: boolean;
  /** Project and additional folders, as spelled and with links resolved. */
  readonly workingDirs: readonly Folder[];
  readonly readableDirs: readonly Folder[];
}

export interface Folder {
  readonly path: string;
  readonly real: string;
}

/** The result of one layer. `final` ends the evaluation; otherwise later layers run. */
export interface LayerResult {
  readonly trace: readonly TraceEntry[];
  readonly verdict?: Verdict;
}

export interface Verdict {
  readonly behavior: 'allow' | 'ask' | 'deny';
  readonly reason: DecisionReason;
  readonly message: string;
  /** For a question: the allow rule that would settle it, if it had an effect. */
  readonly inertRule?: RuleRef;
}

export function makeCase(
  facts: CallFacts,
  context: ToolPermissionContext,
  rules: Rules,
  toolCheck: ToolPermissionResult | undefined,
): Case {
  const folder = (dir: string): Folder => ({ path: dir, real: facts.realDirs[dir] ?? dir });
  return {
    facts,
    paths: [...facts.paths, ...(facts.shell?.commands.flatMap((command) => command.paths) ?? [])],
    context,
    rules,
    kind: toolKind(facts.toolName),
    toolCheck,
    bypass: context.mode === 'bypassPermissions' && context.isBypassPermissionsModeAvailable,
    workingDirs: [context.projectDir, ...context.additionalWorkingDirectories].map(folder),
    readableDirs: context.readableDirs.map(folder),
  };
}

export function ruleRef(entry: RuleEntry): RuleRef {
  return {
    text: entry.text,
    behavior: entry.behavior,
    source: entry.source,
    ...(entry.file === undefined ? {} : { file: entry.file }),
    ...(entry.line === undefined ? {} : { line: entry.line }),
    ...(entry.column === undefined ? {} : { column: entry.column }),
  };
}

export interface EntryMore {
  readonly subject?: string | undefined;
  readonly rule?: RuleEntry | undefined;
  /** The rule only may apply. */
  readonly maybe?: boolean;
}

export function entry(layer: DecisionLayer, outcome: TraceEntry['outcome'], detail: string, more: EntryMore = {}): TraceEntry {
  return {
    layer,
    outcome,
    detail,
    ...(more.subject === undefined ? {} : { subject: more.subject }),
    ...(more.rule === undefined ? {} : { rule: ruleRef(more.rule) }),
    ...(more.maybe === true && { maybe: true }),
  };
}

/** A result that settles the call. */
export function settle(layer: DecisionLayer, verdict: Verdict, more: EntryMore = {}): LayerResult {
  return { verdict, trace: [entry(layer, verdict.behavior, verdict.message, more)] };
}

export function pass(layer: DecisionLayer, detail: string): LayerResult {
  return { trace: [entry(layer, 'pass', detail)] };
}
