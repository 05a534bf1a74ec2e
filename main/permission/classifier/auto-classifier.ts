import type { Decision } from '#shared/permission/decision.ts';
import type { AutoModePolicy } from '#shared/settings/auto-mode-settings.ts';
import type { ToolUseContext, Tool } from '#main/tool/tool.ts';
import { inputDigest } from '../run-permit.ts';
import { actionOf, EarlierCalls } from './earlier-calls.ts';
import { askStage, DEFAULT_TIMEOUTS, judge, type Judgement, type StageResult, type StageTimeouts } from './judge.ts';
import type { AskModel, ClassifierHistoryEntry, ClassifierInstructions, ClassifierQuestion } from './question.ts';

export interface AutoClassifierDeps {
  readonly askModel: AskModel;
  /** The conversation so far, oldest first. */
  readonly history: () => readonly ClassifierHistoryEntry[];
  /** Instruction files that the user trusts now. */
  readonly instructions: () => readonly ClassifierInstructions[];
  /** What the user's settings say. */
  readonly policy?: () => AutoModePolicy;
  /** Why the classifier isn't asked any more (denial limits); `undefined` while it may be asked. */
  readonly exhausted: () => string | undefined;
  readonly timeouts?: StageTimeouts;
}

/** A call whose decision is open, and marked as one the classifier may answer. */
export interface OpenCall {
  readonly tool: Tool;
  readonly call: { readonly callId: string; readonly input: Readonly<Record<string, unknown>> };
  readonly context: ToolUseContext;
  readonly signal: AbortSignal;
}

/** A fast stage started before the decision was needed. The caller cancels it if unused; cancelling is always safe. */
export interface EarlyStart {
  /** The pending result, if it was requested for exactly this question. */
  take(digest: string): Promise<StageResult> | undefined;
  cancel(): void;
}

/** Answers open questions in auto mode with a model. Sends no request until it is asked. */
export class AutoClassifier {
  readonly #deps: AutoClassifierDeps;
  readonly #earlier = new EarlierCalls();

  constructor(deps: AutoClassifierDeps) {
    this.#deps = deps;
  }

  /** Runs both stages. Never rejects; any failure gives `unsure`, which a person has to answer. */
  async judge(open: OpenCall, decision: Decision, early?: EarlyStart): Promise<Judgement> {
    const { exhausted } = this.#deps;
    const question = this.#question(open, decision);
    const why = exhausted() ?? (question ? undefined : `${open.tool.name} tells the classifier nothing about its calls.`);
    if (!question || why !== undefined) {
      const reason = why ?? 'The classifier was not asked.';
      return { verdict: 'unsure', reason, trace: [{ layer: 'classifier', outcome: 'ask', detail: `${reason} You are asked instead.` }] };
    }
    return judge(question, this.#stageDeps(open.signal), early?.take(digestOf(open, decision)));
  }

  /** Starts the fast stage; `undefined` where the classifier wouldn't be asked. */
  begin(open: OpenCall, decision: Decision): EarlyStart | undefined {
    const question = this.#deps.exhausted() === undefined ? this.#question(open, decision) : undefined;
    if (!question) return undefined;
    const controller = new AbortController();
    const answer = askStage('fast', question, this.#stageDeps(AbortSignal.any([open.signal, controller.signal])));
    const digest = digestOf(open, decision);
    return { take: (asked) => (asked === digest ? answer : undefined), cancel: () => controller.abort() };
  }

  #stageDeps(signal: AbortSignal) {
    const { askModel, timeouts = DEFAULT_TIMEOUTS } = this.#deps;
    return { askModel, timeouts, signal };
  }

  /** `undefined` when the tool doesn't describe the call: then it is never approved here (SPEC T4). */
  #question({ tool, call, context }: OpenCall, decision: Decision): ClassifierQuestion | undefined {
    const action = actionOf(tool, call.input);
    if (action === '') return undefined;
    const { permission } = context.getAppState();
    return {
      toolName: tool.name,
      action,
      cwd: context.cwd,
      projectDir: permission.projectDir,
      workingDirectories: [permission.projectDir, ...permission.additionalWorkingDirectories],
      effects: decision.effects,
      risk: decision.risk,
      isDestructive: isDestructive(tool, call.input),
      openBecause: decision.message,
      earlier: this.#earlier.describe(this.#deps.history(), context.options.tools, call.callId),
      instructions: this.#deps.instructions(),
      ...(this.#deps.policy && { policy: this.#deps.policy() }),
    };
  }
}

/** Identifies the question of an early request: it is useless if the input or the effects have changed since. */
function digestOf({ tool, call }: OpenCall, decision: Decision): string {
  return inputDigest(tool.name, { input: call.input, effects: decision.effects, risk: decision.risk, message: decision.message });
}

/** A tool that can't tell counts as destructive, so the classifier reviews it in both stages. */
function isDestructive(tool: Tool, input: Readonly<Record<string, unknown>>): boolean {
  try {
    return tool.isDestructive(structuredClone(input));
  } catch {
    // Unsure: it counts as destructive.
    return true;
  }
}
