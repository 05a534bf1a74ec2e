import type { Decision } from '#shared/permission/decision.ts';
import type { CallFacts } from '#shared/permission/facts.ts';
import type { NewSessionEvent } from '#shared/session/event.ts';
import type { Tool, ToolUseContext } from '#main/tool/tool.ts';
import { errorMessage } from '#shared/error-message.ts';
import type { EarlyStart } from '../classifier/auto-classifier.ts';
import type { PermissionCall, PermissionEngine, ToolPermissionResult } from '../permission-engine.ts';
import { decideWithHook, type HookDecision } from '../hook-decision.ts';
import { inputDigest, RunPermit } from '../run-permit.ts';
import { brokenDecision, denial, type GateVerdict } from './verdicts.ts';

export interface GateRequest {
  readonly tool: Tool;
  readonly call: {
    readonly callId: string;
    /** Parsed and completed for observers: this form is decided about and shown. */
    readonly input: Readonly<Record<string, unknown>>;
  };
  readonly context: ToolUseContext;
  readonly signal: AbortSignal;
  /** Called when a wait for a person starts or ends, and awaited: after the wait the call may have to queue for a free slot. */
  readonly onWaiting: (waiting: boolean) => void | Promise<void>;
  /** Why the call was stopped, in a few words; asked when `signal` aborts. */
  readonly stoppedBecause?: (() => string) | undefined;
  /** Why an earlier answer about the call doesn't count, in a sentence. */
  readonly askedAgainBecause?: string | undefined;
  /** What `begin` returned for this call. */
  readonly early?: EarlyStart | undefined;
  /** The hooks' decision about exactly this input. */
  readonly hookDecision?: HookDecision | undefined;
  /** The question in which a person edited the input to this one. If the new question is the same, it counts as answered. */
  readonly editedFrom?: Decision | undefined;
}

/** A call with the facts of one analysis; can be decided repeatedly against the current rules and mode. */
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

  /** Analyses again, since files may have changed while a question waited. `request`: the same call with another input. */
  again(request: GateRequest = this.request): Promise<AnalysedCall> {
    return AnalysedCall.of(this.#engine, request);
  }

  /** Never throws: an error becomes a denial. */
  decide(): Decision {
    const { context, hookDecision } = this.request;
    try {
      return decideWithHook(this.#engine, this.facts, context.getAppState().permission, this.#toolCheck, hookDecision);
    } catch (error) {
      return brokenDecision(error);
    }
  }

  /** The verdict for a settled decision, with the permit to run the analysed input if it allows. */
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
    // A copy, so that the tool can't change the input being decided.
    return await tool.checkPermissions(structuredClone(call.input), context);
  } catch (error) {
    return {
      behavior: 'ask',
      message: `${tool.name} could not check this call itself: ${errorMessage(error)}`,
    };
  }
}

/** An event about a call, attributed to its agent. */
export function eventOf({ context }: GateRequest, event: NewSessionEvent): NewSessionEvent {
  const { agentId } = context.agent;
  return agentId === undefined ? event : { ...event, agentId };
}

/** Reasons that a person must have seen. The others may change with the rule, folder or mode that an answer sets. */
const GRAVE: ReadonlySet<Decision['reason']> = new Set(['rule', 'toolCheck', 'protectedPath', 'criticalPath', 'notUnderstood']);

/** Whether a person would be shown the same question again, so that their answer still holds. */
export function sameAsShown(shown: Decision, now: Decision): boolean {
  return sameEffects(shown, now) && (shown.reason === now.reason || !GRAVE.has(now.reason));
}

/** Whether the call would do what a person was shown. */
export function sameEffects(shown: Decision, now: Decision): boolean {
  const essence = ({ parts, effects, risk }: Decision) => JSON.stringify([parts.map(({ text }) => text), effects, risk]);
  return essence(shown) === essence(now);
}

/** Whether an input isn't the call's own. */
export function isOther(input: Readonly<Record<string, unknown>>, { tool, call }: GateRequest): boolean {
  return inputDigest(tool.name, input) !== inputDigest(tool.name, call.input);
}
