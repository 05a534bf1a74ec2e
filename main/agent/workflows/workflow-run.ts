import { errorMessage } from '#shared/error-message.ts';
import { spentTokens } from '#shared/session/spending.ts';
import { parseJson } from '#shared/json-limits.ts';
import { type AbortReason, abortReasonOf } from '#main/executor/abort.ts';
import type { ScriptAnswer, ScriptCall, ScriptEnd, ScriptLine, ScriptService, WorkflowScript } from '#main/tool/services/scripts.ts';
import type { AgentService, ToolUseContext } from '#main/tool/tool.ts';
import type { SessionServices } from '../session/session-services.ts';
import type { AgentSlots } from './agent-slots.ts';
import { type AgentCall, agentCall, type WorkflowCall, workflowCall } from './workflow-call.ts';
import { taskKey, type WorkflowJournal } from './workflow-journal.ts';

/** Time limit for computing without waiting for an agent. */
const WORK_MS = 30_000;
/** Maximum lines and phases kept of a run. */
const MAX_SAID = 500;
const MAX_LINE_CHARS = 500;
/** Maximum agents that a run and its nested workflows may start. */
export const MAX_AGENTS = 1000;

const FUNCTIONS = ['agent', 'parallel', 'pipeline', 'phase', 'log', 'budget'];

export type WorkflowEnd =
  | { readonly outcome: 'completed'; readonly value: unknown }
  | { readonly outcome: 'failed' | 'stopped'; readonly error: string };

export interface WorkflowRunOptions {
  readonly runId: string;
  readonly script: WorkflowScript;
  readonly args: unknown;
  readonly services: SessionServices;
  readonly scripts: ScriptService;
  readonly agents: AgentService;
  /** Of the call that started it; its abort controller stops the run. */
  readonly context: ToolUseContext;
  readonly journal: WorkflowJournal;
  /** Shared by the runs of a session. */
  readonly slots: AgentSlots;
  /** The script of another workflow. @throws Error for the script's author. */
  readonly nested: (of: WorkflowCall['of']) => Promise<WorkflowScript>;
}

/** Runs a workflow's script in a process of its own and starts the agents that it requests. Each of their calls passes the gate. */
export class WorkflowRun {
  readonly #options: WorkflowRunOptions;
  readonly #agentIds = new Set<string>();
  /** Calls of the script that have no answer yet. */
  readonly #open = new Set<Promise<ScriptAnswer>>();
  #started = 0;
  #said = 0;

  constructor(options: WorkflowRunOptions) {
    this.#options = options;
  }

  /** Resolves when none of its agents works any more. Never rejects. */
  async work(): Promise<WorkflowEnd> {
    const end = await this.#scriptEnd();
    // Nobody waits for what is still open, such as the agents of a script that was ended.
    this.#options.context.abortController.abort({ type: 'discarded', why: 'its workflow has ended' } satisfies AbortReason);
    await Promise.allSettled(this.#open);
    return end;
  }

  async #scriptEnd(): Promise<WorkflowEnd> {
    const { script, args, context } = this.#options;
    const { signal } = context.abortController;
    try {
      const end = await this.#run(script, args, true);
      if (signal.aborted) return { outcome: 'stopped', error: whyStopped(signal) };
      if (end.type === 'done') return { outcome: 'completed', value: valueOf(end) };
      return { outcome: 'failed', error: end.type === 'failed' ? end.message : `The script was ended, because ${end.why}.` };
    } catch (error) {
      return signal.aborted ? { outcome: 'stopped', error: whyStopped(signal) } : { outcome: 'failed', error: errorMessage(error) };
    }
  }

  async #run(script: WorkflowScript, args: unknown, mayNest: boolean): Promise<ScriptEnd> {
    const { scripts, context } = this.#options;
    const process = scripts.open({ names: mayNest ? [...FUNCTIONS, 'workflow'] : FUNCTIONS, isRepeatable: true });
    let phase: string | undefined;
    try {
      return await process.run({
        code: script.code,
        ...(args !== undefined && { args }),
        workMs: WORK_MS,
        signal: context.abortController.signal,
        onCall: (call) => this.#tracked(this.#answer(call, phase)),
        onLine: (line) => {
          if (line.level === 'phase') phase = line.text;
          this.#say(line);
        },
      });
    } finally {
      process.end('its script has ended');
    }
  }

  #tracked(answer: Promise<ScriptAnswer>): Promise<ScriptAnswer> {
    this.#open.add(answer);
    return answer.finally(() => this.#open.delete(answer));
  }

  async #answer({ name, input }: ScriptCall, phase: string | undefined): Promise<ScriptAnswer> {
    try {
      const value = name === 'workflow' ? await this.#nested(workflowCall(input)) : await this.#agent(agentCall(input), phase);
      return { ok: true, value, spent: this.#spent };
    } catch (error) {
      return { ok: false, message: errorMessage(error), spent: this.#spent };
    }
  }

  async #nested({ of, args }: WorkflowCall): Promise<unknown> {
    const end = await this.#run(await this.#options.nested(of), args, false);
    if (end.type === 'done') return valueOf(end);
    throw new Error(end.type === 'failed' ? end.message : `The script was ended, because ${end.why}.`);
  }

  /** The agent's last message or its value; `null` if it failed or was stopped. */
  async #agent({ prompt, options }: AgentCall, phase: string | undefined): Promise<unknown> {
    const { journal, slots, services, context, runId } = this.#options;
    const { label, phase: ownPhase = phase, schema, model, agentType = 'general-purpose', isolation } = options;
    const key = taskKey({ prompt, schema, model, agentType, isolation });
    const earlier = journal.take(key);
    if (earlier) {
      journal.add(key, '', earlier.value);
      return earlier.value;
    }
    if (this.#started >= MAX_AGENTS) throw new Error(`A workflow may start ${MAX_AGENTS} agents at most.`);
    this.#started += 1;
    const { signal } = context.abortController;
    const leave = await slots.enter(signal);
    try {
      const refusal = services.overBudget(context.options.model);
      if (refusal !== undefined) throw new Error(refusal);
      const values: unknown[] = [];
      const start = await this.#options.agents.start(
        {
          description: label ?? prompt.replaceAll(/\s+/gu, ' ').slice(0, 60).trim(),
          prompt,
          agentType,
          model,
          background: true,
          isolated: isolation === 'worktree',
          workflow: { runId, ...(ownPhase !== undefined && { phase: ownPhase }) },
          ...(schema && { value: { schema, onValue: (value) => values.push(value) } }),
        },
        context,
      );
      if (start.type === 'launched') throw new Error('The agent was started apart from its workflow.');
      const { agentId, outcome, text, error } = start.report;
      this.#agentIds.add(agentId);
      const value = schema ? values.at(-1) : text;
      if (outcome !== 'completed' || value === undefined) {
        const why = error ?? (outcome === 'completed' ? 'it gave no result' : 'it used up its requests');
        this.#say({ level: 'error', text: `${label ?? agentType} failed: ${why}` });
        return null;
      }
      journal.add(key, agentId, value);
      return value;
    } finally {
      leave();
    }
  }

  /** Tokens that its agents have written. */
  get #spent(): number {
    const rows = this.#options.services.view.spending.rows.filter(({ agentId }) => agentId !== undefined && this.#agentIds.has(agentId));
    return spentTokens({ rows }).output_tokens;
  }

  #say({ level, text }: ScriptLine): void {
    this.#said += 1;
    if (this.#said > MAX_SAID) return;
    const { services, runId } = this.#options;
    const said = this.#said === MAX_SAID ? 'Further lines aren’t kept.' : text.slice(0, MAX_LINE_CHARS).toWellFormed();
    services.append({ type: 'workflow.said', data: { runId, kind: level === 'phase' ? 'phase' : 'line', text: said } });
  }
}

function valueOf({ value }: Extract<ScriptEnd, { type: 'done' }>): unknown {
  if (value === '') return undefined;
  try {
    return parseJson(value);
  } catch {
    // Nested more deeply than the message limits allow.
    return value;
  }
}

function whyStopped(signal: AbortSignal): string {
  const reason = abortReasonOf(signal);
  if (reason.type === 'interrupt') return 'The user stopped it.';
  return reason.type === 'discarded' ? reason.why : 'It was stopped.';
}
