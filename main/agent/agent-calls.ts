import type { AbortReason } from '#main/executor/abort.ts';
import { type CallServices, namesOf } from '#main/executor/call-run.ts';
import type { CallResult, QueuedCall } from '#main/executor/call-result.ts';
import { concurrencyCap } from '#main/executor/call-order.ts';
import { createExecutor } from '#main/executor/create-executor.ts';
import { presentInput } from '#main/tool/present-call.ts';
import type { StreamingToolExecutor } from '#main/executor/streaming-executor.ts';
import type { DescribedCall, RecordedCall } from '#main/hooks/hook-helpers.ts';
import type { PermissionGate } from '#main/permission/gate.ts';
import { findTool } from '#main/tool/registry.ts';
import type { Tool, ToolUseContext } from '#main/tool/tool.ts';
import type { AgentServices } from './agent-services.ts';
import { InstructionReminders } from './instructions/instruction-reminder.ts';
import { type RequestTools, toolsForRequest } from './request/request-tools.ts';
import { ScriptCallers } from './turn/script-calls.ts';
import { sideModel } from './side-model.ts';
import { AgentSkills } from './skills/agent-skills.ts';
import { collectResults, type CallRunner } from './turn/answer-calls.ts';
import type { PresentInput } from './turn/live-input/live-inputs.ts';

export interface PreparedCalls {
  readonly tools: RequestTools['tools'];
  readonly referable: RequestTools['referable'];
  readonly runner: CallRunner;
  readonly present: PresentInput;
}

/**
 * Runs the tool calls of one agent. Holds its gate, its tools and the state that persists between calls (working directory, read files).
 */
export class AgentCalls {
  readonly #services: AgentServices & CallServices;
  readonly #gate: PermissionGate;
  readonly #instructions: InstructionReminders;
  #readFileState: ToolUseContext['readFileState'];
  /** The folders of shell commands while there is no executor. */
  #at: Pick<ToolUseContext, 'cwd' | 'session'>;
  #executor: StreamingToolExecutor | undefined;

  constructor(services: AgentServices, gate: PermissionGate) {
    this.#services = Object.freeze({ ...services, gate });
    this.#gate = gate;
    this.#instructions = new InstructionReminders(services);
    this.#readFileState = services.config.base.readFileState;
    this.#at = foldersOf(services.config.base);
  }

  /** Working directory of the next shell command, absolute. */
  get cwd(): string {
    const { base } = this.#services.config;
    const { cwd, session } = this.#executor?.context ?? this.#at;
    // The session has moved to a worktree or back.
    return session.projectDir === base.session.projectDir ? cwd : base.cwd;
  }

  /** Tools the model can call now, including deferred ones that are sent by name only. */
  get pool(): readonly Tool[] {
    return this.requestTools.pool;
  }

  /** Tool section of a request made now. */
  get requestTools(): RequestTools {
    return toolsForRequest(this.#services);
  }

  /** Files the model has read; passed on when another agent continues this conversation. */
  get readFileState(): ToolUseContext['readFileState'] {
    return this.#readFileState;
  }

  /** Paths of files whose content the model has seen, most recent first. */
  get readFiles(): string[] {
    return this.#readFileState.paths();
  }

  /** Context for reading a file on the user's behalf, outside any call. Files read through it count as seen by the model. */
  contextForReading(signal: AbortSignal): ToolUseContext {
    const abortController = new AbortController();
    if (signal.aborted) abortController.abort();
    else signal.addEventListener('abort', () => abortController.abort(), { once: true });
    return { ...this.#services.config.base, abortController, readFileState: this.#readFileState };
  }

  /** Skills as this agent uses them, or as a person calls them. */
  skills(byPerson: boolean): AgentSkills {
    return new AgentSkills({
      services: this.#services,
      byPerson,
      runCalls: (calls, signal) => this.runApart(calls, signal),
      pool: () => this.#services.config.pool(),
      contextForReading: (signal) => this.contextForReading(signal),
    });
  }

  /**
   * Runs calls that are in no answer of the model, through the gate like any other: a skill that a person called, or its command lines.
   * What they change of the context counts for these calls only.
   */
  async runApart(calls: readonly QueuedCall[], signal: AbortSignal, { byPerson = false } = {}): Promise<CallResult[]> {
    const services = this.#services;
    // A person's call may come before the first answer, which otherwise waits for it.
    await services.permissionEngine.ready();
    const { base, pool, model } = services.config;
    const executor = createExecutor({
      context: {
        ...base,
        options: { ...base.options, tools: pool(), model: model() },
        cwd: this.cwd,
        abortController: new AbortController(),
        readFileState: this.#readFileState,
        skills: this.skills(byPerson),
      },
      turnSignal: signal,
      services,
      cap: 1,
      siblingAbort: services.siblingAbort(),
    });
    for (const call of calls) executor.addTool(call);
    executor.close();
    return await collectResults(executor);
  }

  /** A recorded call as hooks would see it now; `undefined` when its tool is gone. */
  describe({ toolName, input, callId }: RecordedCall): DescribedCall | undefined {
    const tool = findTool(this.pool, toolName);
    if (!tool) return undefined;
    const context = this.contextForReading(new AbortController().signal);
    const parsed = tool.inputSchema.safeParse(input);
    const observed = parsed.success ? tool.backfillObservableInput(structuredClone(parsed.data), context) : input;
    const call = { callId, input: { ...observed } };
    return { names: namesOf(tool), input: observed, meets: (rule) => this.#gate.mayMeet(rule, { tool, call, context }) };
  }

  /** Forgets every read file except these: the model no longer has their content. */
  keepFiles(paths: ReadonlySet<string>): void {
    this.#readFileState.keepOnly(paths);
  }

  /** Returns the tools of the next request and the runner for its calls. Both use the same pool. */
  prepare(controller: AbortController): PreparedCalls {
    const services = this.#services;
    const { base, model } = services.config;
    const { pool, inScripts, deferred, tools, referable, reminders } = this.requestTools;
    for (const event of [...reminders, ...this.#instructions.next()]) services.append(event);
    const before = { cwd: this.cwd, session: base.session, readFileState: this.#readFileState };
    this.#readFileState = before.readFileState.clone();
    const stops = (reason: AbortReason): void => controller.abort(reason);
    const scripts = new ScriptCallers({ services, tools: inScripts, onOwnAbort: stops });
    const executor = createExecutor({
      context: {
        ...base,
        options: { ...base.options, tools: pool, deferred, model: model() },
        cwd: before.cwd,
        abortController: controller,
        readFileState: this.#readFileState,
        sideModel: sideModel(services),
        skills: this.skills(false),
        ...(inScripts.length > 0 && { scriptCalls: scripts }),
      },
      turnSignal: controller.signal,
      services,
      cap: concurrencyCap(services.env),
      siblingAbort: services.siblingAbort(),
      onOwnAbort: stops,
    });
    this.#executor = executor;
    return {
      tools,
      referable,
      present: (toolName, input) => presentInput(pool, toolName, input),
      runner: {
        addTool: (call) => executor.addTool(call),
        close: () => executor.close(),
        results: () => scripts.withEndings(executor.results()),
        discard: async (why) => {
          const discarded = await executor.discard(why);
          // The model never saw what these calls read, nor their change of directory.
          this.#readFileState = before.readFileState;
          this.#at = before;
          if (this.#executor === executor) this.#executor = undefined;
          return discarded;
        },
      },
    };
  }

  /** Aborts the calls that can be interrupted when a message has to go out now. */
  interruptForSend(): void {
    this.#executor?.interruptForSend();
  }

  /** Settles pending questions that the current rules answer. */
  permissionsChanged(): void {
    this.#gate.recheckPending();
  }
}

function foldersOf({ cwd, session }: ToolUseContext): Pick<ToolUseContext, 'cwd' | 'session'> {
  return { cwd, session };
}
