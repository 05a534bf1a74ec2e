import type { CallRef } from '#shared/contract/rules.ts';
import type { DecisionBehavior, DecisionReason, PermissionSuggestion, RuleRef } from '#shared/permission/decision.ts';
import type { CallFacts } from '#shared/permission/facts.ts';
import type { PermissionMode } from '#shared/permission/mode.ts';
import type { RuleBehavior, RuleDestination, RuleEntry } from '#shared/permission/rule.ts';
import type { HookDecision } from '#main/permission/hook-decision.ts';
import type { ToolPermissionResult } from '#main/permission/permission-engine.ts';
import { parseRule } from '#shared/permission/grammar.ts';
import { matchesWildcard } from '#shared/permission/wildcard.ts';
import { commandRuleTool, toolKind } from '#shared/tool-table.ts';

/** A call from a session's log that was decided, or asked about and then cancelled, with what is needed to decide it again. */
export interface PastCall {
  readonly sessionId: string;
  readonly callId: string;
  /** When it was decided or cancelled, epoch milliseconds. */
  readonly at: number;
  readonly toolName: string;
  /** One line that names the object: a command, a path. */
  readonly summary: string;
  readonly facts: CallFacts;
  readonly toolCheck: ToolPermissionResult | undefined;
  /** What hooks decided before the rules. */
  readonly hook: HookDecision | undefined;
  /** Not if it was cancelled while it was asked about. */
  readonly isDecided: boolean;
  /** The outcome at the time. */
  readonly was: DecisionBehavior;
  /** The rules that contributed to it, as they were then. */
  readonly used: readonly RuleRef[];
  readonly reason: DecisionReason;
  /** Whether anyone was asked about it. */
  readonly asked: boolean;
  /** The session's permission mode at the time. */
  readonly mode: PermissionMode;
  /** What a person answered, and the rules that were suggested for it; `undefined` without a suggestion, or if no person answered. */
  readonly personsAnswer: PersonsAnswer | undefined;
}

/** A person's answer about one call: only these count as approvals. */
export interface PersonsAnswer {
  readonly type: 'allowed' | 'denied';
  /** When it was given, epoch milliseconds. */
  readonly at: number;
  /** The sub-agent that asked. */
  readonly agentId: string | undefined;
  /** In each width that was offered, narrowest first; at least one. */
  readonly suggested: readonly SuggestedRules[];
}

/** What “Always allow” would have saved. */
export interface SuggestedRules {
  readonly rules: readonly string[];
  readonly destination: RuleDestination;
  readonly label: string;
}

/** The rules that an ask offers, in each width, narrowest first: a file before its folder, which an ask offers first. */
export function suggestedWidths({ suggestions }: { readonly suggestions: readonly PermissionSuggestion[] }): SuggestedRules[] {
  const widths = suggestions.flatMap((one) =>
    one.type === 'addRules' ? [{ rules: one.rules, destination: one.destination, label: one.label }] : [],
  );
  const folders = ({ rules }: SuggestedRules): number => rules.filter((rule) => rule.endsWith('/**)')).length;
  return widths.toSorted((a, b) => folders(a) - folders(b));
}

/** A rule that was saved from an answer in the permission queue. */
export interface SavedRule {
  readonly behavior: RuleBehavior;
  readonly text: string;
  readonly destination: RuleDestination;
  readonly sessionId: string;
  readonly callId: string;
  readonly at: number;
}

export function callRef({ sessionId, callId, at, toolName, summary }: PastCall): CallRef {
  return { sessionId, callId, at, toolName, summary };
}

/** Whether a rule is about calls of this tool, whatever their input. */
export function isRuleForTool({ text, behavior }: Pick<RuleEntry, 'text' | 'behavior'>, toolName: string): boolean {
  const { tool, body } = parseRule(text, behavior);
  const kind = toolKind(toolName);
  if (body.kind === 'path') return tool === 'Edit' ? kind === 'edit' : kind === 'read' || kind === 'search';
  if (tool.startsWith('mcp__')) return kind === 'mcp' && (toolName.startsWith(`${serverOf(tool)}__`) || matchesWildcard(tool, toolName));
  return matchesWildcard(tool, toolName) || tool === commandRuleTool(toolName);
}

/** The `mcp__server` part of a rule for one of its tools. */
function serverOf(pattern: string): string {
  return pattern.split('__').slice(0, 2).join('__');
}
