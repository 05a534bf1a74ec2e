import type { Decision, PermissionSuggestion } from '#shared/permission/decision.ts';
import type { PermissionMode } from '#shared/permission/mode.ts';
import type { RuleEntry } from '#shared/permission/rule.ts';
import { makePermissionContext, type ToolPermissionContext } from '#main/permission/tool-permission-context.ts';
import type { PermissionEngine } from '#main/permission/permission-engine.ts';
import type { RecordedCall } from './recorded-calls.ts';
import type { RecordedProject } from './recorded-project.ts';

export interface ReplaySetting {
  readonly name: string;
  readonly mode: PermissionMode;
  readonly allow: readonly string[];
  readonly deny?: readonly string[];
  /** Commands that only query a server run without asking. */
  readonly networkReads?: boolean;
  /** Accepts the first suggestion of every ask until the session ends. */
  readonly takesSuggestions: boolean;
}

export interface ReplayedCall {
  readonly call: RecordedCall;
  readonly input: Readonly<Record<string, unknown>>;
  readonly decision: Decision;
  /** Asked, the first suggestion was accepted, and the same call asks again. */
  readonly asksAgain: boolean;
}

/** Decides the calls of every session in order, without running them. */
export function replay(
  calls: readonly RecordedCall[],
  at: RecordedProject,
  engine: PermissionEngine,
  setting: ReplaySetting,
): ReplayedCall[] {
  const start = makePermissionContext({
    projectDir: at.project,
    homeDir: at.home,
    stateDir: `${at.home}/.gatehouse`,
    mode: setting.mode,
    networkReads: setting.networkReads ?? false,
    rules: [...setting.allow.map((text, index) => allowRule(text, index)), ...(setting.deny ?? []).map(denyRule)],
  });
  const sessions = new Map<string, ToolPermissionContext>();
  return calls.map((call) => {
    const context = sessions.get(call.session) ?? start;
    const input = at.input(call);
    const decide = (now: ToolPermissionContext): Decision =>
      engine.decide(engine.analyse({ toolName: call.tool, input, cwd: at.cwd(call) }, now), now);
    const decision = decide(context);
    const first = decision.behavior === 'ask' ? decision.suggestions[0] : undefined;
    if (!setting.takesSuggestions || first === undefined) return { call, input, decision, asksAgain: false };
    const taken = withSuggestion(context, first);
    sessions.set(call.session, taken);
    return { call, input, decision, asksAgain: decide(taken).behavior === 'ask' };
  });
}

/** The context after a suggestion was accepted for the session. */
export function withSuggestion(context: ToolPermissionContext, suggestion: PermissionSuggestion): ToolPermissionContext {
  switch (suggestion.type) {
    case 'setMode':
      return makePermissionContext({ ...context, mode: suggestion.mode });
    case 'addDirectories':
      return makePermissionContext({
        ...context,
        additionalWorkingDirectories: [...context.additionalWorkingDirectories, ...suggestion.directories],
      });
    case 'addRules': {
      const added = (suggestion.otherwise?.session ?? suggestion.rules).map((text, index) => allowRule(text, context.rules.length + index));
      return makePermissionContext({ ...context, rules: [...context.rules, ...added] });
    }
  }
}

function denyRule(text: string, index: number): RuleEntry {
  return { id: `project:deny:${String(index)}`, behavior: 'deny', source: 'project', text };
}

function allowRule(text: string, index: number): RuleEntry {
  return { id: `session:allow:${String(index)}`, behavior: 'allow', source: 'session', text };
}
