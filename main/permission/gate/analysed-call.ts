import type { Decision } from '#shared/permission/decision.ts';
import type { CallFacts } from '#shared/permission/facts.ts';
import type { NewSessionEvent } from '#shared/session/event.ts';
import type { ToolUseContext } from '#main/tool/context.ts';
import type { Tool } from '#main/tool/tool.ts';
import type { EarlyStart } from '../classifier/auto-classifier.ts';
import type { PermissionCall, PermissionEngine, ToolPermissionResult } from '../engine.ts';
import { decideWithHook, type HookDecision } from '../hook-decision.ts';
import { RunPermit } from '../run-permit.ts';
import { brokenDecision, denial, type GateVerdict } from './verdicts.ts';

export interface GateRequest {
  readonly tool: Tool;
  readonly call: {
    readonly callId: string;
    /** Parsed and completed for observers: what is decided about and shown. */
    readonly input: Readonly<Record<string, unknown>>;
  };
  readonly context: ToolUseContext;
  readonly signal: AbortSignal;
  /** A wait for a person begins or ends. What it returns is awaited: a call gets its place among the running ones back. */
  readonly onWaiting: (waiting: boolean) => void | Promise<void>;
  /** What `begin` gave for this call. */
  readonly early?: EarlyStart | undefined;
  /** What hooks decided about exactly this input. */
  readonly hookDecision?: HookDecision | undefined;
  /** A person made exactly this input out of the one of this question, which is answered too if the new one is no other. */
  readonly editedFrom?: Decision | undefined;
}

/** A call as it was analysed once; the rules and the mode of the moment decide about it as often as they are asked. */
export class AnalysedCall {
  readonly request: GateRequest;
  readonly facts: CallFacts;
  readonly #toolCheck: ToolPermissionResult;
  readonly #engine: PermissionEngine;

  private constructor(engine: PermissionEngine, request: GateRequest, toolCheck: ToolPermissionResult) {
    this.#engine = engine;
    this.request = request;
    this.#toolCheck = toolCheck;
    this.facts = engine.analyse(questionOf(request), request.context.getAppState().permission);
  }

  static async of(engine: PermissionEngine, request: GateRequest): Promise<AnalysedCall> {
    return new AnalysedCall(engine, request, await checkOfTool(request));
  }

  /** Looks at the world anew: it may have moved while a question waited. `request`: the same call with another input. */
  again(request: GateRequest = this.request): Promise<AnalysedCall> {
    return AnalysedCall.of(this.#engine, request);
  }

  /** Never throws: what breaks here is a denial. */
  decide(): Decision {
    const { context, hookDecision } = this.request;
    try {
      return decideWithHook(this.#engine, this.facts, context.getAppState().permission, this.#toolCheck, hookDecision);
    } catch (error) {
      return brokenDecision(error);
    }
  }

  /** A decision that isn't open any more, with the permit to run what was analysed if it allows that. */
  verdict(decision: Decision): GateVerdict {
    if (decision.behavior !== 'allow') return denial(decision);
    const updatedInput = this.#toolCheck.behavior === 'allow' ? this.#toolCheck.updatedInput : undefined;
    return {
      behavior: 'allow',
      decision,
      permit: RunPermit.of(decision, this.request.tool.name, this.request.call.input, this.facts.paths),
      ...(updatedInput && { updatedInput }),
    };
  }
}

export function questionOf({ tool, call, context }: Pick<GateRequest, 'tool' | 'call' | 'context'>): PermissionCall {
  const { mcpInfo } = tool;
  return {
    toolName: tool.name,
    input: call.input,
    cwd: context.cwd,
    requiresUserInteraction: tool.requiresUserInteraction(),
    ...(mcpInfo && { mcp: mcpInfo }),
  };
}

async function checkOfTool({ tool, call, context }: GateRequest): Promise<ToolPermissionResult> {
  try {
    // A copy: what is decided about must not change under the decision.
    return await tool.checkPermissions(structuredClone(call.input), context);
  } catch (error) {
    return {
      behavior: 'ask',
      message: `${tool.name} could not check this call itself: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
}

/** An event about a call, said by the agent whose call it is. */
export function eventOf({ context }: GateRequest, event: NewSessionEvent): NewSessionEvent {
  const { agentId } = context.agent;
  return agentId === undefined ? event : { ...event, agentId };
}

/** Whether the person would be shown the same again: then their answer still holds. */
export function sameAsShown(shown: Decision, now: Decision): boolean {
  const essence = ({ parts, effects, risk }: Decision) => JSON.stringify([parts.map(({ text }) => text), effects, risk]);
  return essence(shown) === essence(now);
}
