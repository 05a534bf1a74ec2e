import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkflowRow } from '#shared/session/view.ts';
import { type AbortReason, abortReasonOf, ChildAbort } from '#main/executor/abort.ts';
import { readBounded } from '#main/tool/read-bounded.ts';
import type { AgentService, ToolUseContext, WorkflowService } from '#main/tool/tool.ts';
import type { SavedWorkflow, StartedWorkflow, WorkflowRequest } from '#main/tool/services/workflows.ts';
import type { WorkflowScript } from '#main/tool/services/scripts.ts';
import type { SessionServices } from '../session/session-services.ts';
import { dispatched } from '../sub-agents/running-agent.ts';
import { AgentSlots } from './agent-slots.ts';
import type { WorkflowCall } from './workflow-call.ts';
import { type WorkflowEnd, WorkflowRun } from './workflow-run.ts';
import { WorkflowJournal, workflowFile } from './workflow-journal.ts';
import { workflowNotification, workflowSentence } from './workflow-notification.ts';

/** Maximum agents of all workflows that run at once. Below the session's limit, so that the main agent can start some too. */
const AGENTS_AT_ONCE = 10;
const MAX_RUNS = 5;
export const MAX_SCRIPT_BYTES = 1024 * 1024;

interface SessionWorkflowsOptions {
  readonly services: SessionServices;
  readonly agents: AgentService;
  /** Aborted when the main agent's background work is stopped. */
  readonly background: () => AbortSignal;
}

/** When an end is reported to the main agent. `later`: with the user's next message. */
type WhenReported = 'now' | 'later' | 'never';

interface Entry {
  readonly life: ChildAbort;
  readonly done: Promise<void>;
  reports: WhenReported;
}

/** The workflows of a session: scripts that run in the background and start agents. */
export class SessionWorkflows implements WorkflowService {
  readonly #options: SessionWorkflowsOptions;
  readonly #running = new Map<string, Entry>();
  readonly #slots = new AgentSlots(AGENTS_AT_ONCE);
  /** Runs that the user stopped: reported with their next message. */
  readonly #canWait = new Set<string>();

  constructor(options: SessionWorkflowsOptions) {
    this.#options = options;
  }

  get busy(): boolean {
    return this.#running.size > 0;
  }

  /** Resolves when none is running. */
  async idle(): Promise<void> {
    while (this.busy) await Promise.all([...this.#running.values()].map(({ done }) => done));
  }

  saved(): readonly SavedWorkflow[] {
    return this.#options.services.toolServices.savedWorkflows?.() ?? [];
  }

  scriptOf(runId: string): string {
    const row = this.#row(runId);
    const read = row && readBounded(row.scriptFile, MAX_SCRIPT_BYTES);
    if (read?.kind === 'text') return read.text;
    throw new Error(`There is no workflow run “${runId.slice(0, 100)}” in this session, so there is nothing to resume.`);
  }

  async start({ source, args, resumeFrom }: WorkflowRequest, context: ToolUseContext): Promise<StartedWorkflow> {
    const { services, agents, background } = this.#options;
    const { scripts } = services.toolServices;
    if (!scripts) throw new Error('No scripts can run here.');
    if (this.#running.size >= MAX_RUNS) throw new Error(`${MAX_RUNS} workflows run already. Wait for one to end, or stop it.`);
    this.#assertResumable(resumeFrom);
    const script = await scripts.workflow(source);
    const runId = `wf_${randomBytes(6).toString('hex')}`;
    const { sessionDir } = services.log;
    mkdirSync(join(sessionDir, 'tool-results'), { recursive: true, mode: 0o700 });
    const scriptFile = workflowFile(sessionDir, runId, 'script.js');
    const outputFile = workflowFile(sessionDir, runId, 'result.txt');
    writeFileSync(scriptFile, source, { mode: 0o600 });
    const { name, description, phases } = script;
    const life = new ChildAbort(background());
    services.append({
      type: 'workflow.started',
      data: {
        runId,
        callId: context.toolUseId,
        name,
        description,
        phases: phases.map(({ title }) => title),
        scriptFile,
        outputFile,
        ...(resumeFrom !== undefined && { resumedFrom: resumeFrom }),
      },
    });
    const run = new WorkflowRun({
      runId,
      script,
      args,
      services,
      scripts,
      agents,
      context: { ...context, abortController: life.controller },
      journal: new WorkflowJournal(sessionDir, runId, resumeFrom),
      slots: this.#slots,
      nested: (of) => this.#nested(of, context),
    });
    const done = run.work().then((end) => this.#ended(runId, end));
    this.#running.set(runId, { life, done, reports: 'now' });
    return { runId, name, description, scriptFile, outputFile };
  }

  wait(runId: string): Promise<void> | undefined {
    return this.#running.get(runId)?.done;
  }

  /** Stops the script and its agents; resolves when they have ended. `false` if it isn't running. */
  async stop(runId: string, why: string, { reports }: { readonly reports: WhenReported }): Promise<boolean> {
    const entry = this.#running.get(runId);
    if (!entry) return false;
    entry.reports = reports;
    entry.life.controller.abort({ type: 'discarded', why } satisfies AbortReason);
    await entry.done;
    return true;
  }

  /** Whether the main agent has to be notified of an end. */
  get hasUnreported(): boolean {
    return this.#unreported().some(({ runId }) => !this.#canWait.has(runId));
  }

  /** Notifies the main agent of workflows that ended. */
  report(): void {
    const { append } = this.#options.services;
    for (const row of this.#unreported()) {
      append(dispatched(undefined, workflowNotification(row, this.result(row.runId)), 'model'));
      this.seen(row.runId);
      append({
        type: 'notice',
        data: { level: row.state === 'completed' ? 'info' : 'warning', text: `${workflowSentence(row)}.`, action: 'none' },
      });
    }
  }

  seen(runId: string): void {
    this.#canWait.delete(runId);
    if (this.#row(runId)?.unreported === true) this.#options.services.append({ type: 'workflow.reported', data: { runId } });
  }

  /** The result of an ended script as text; empty if there is none. */
  result(runId: string): string {
    const row = this.#row(runId);
    const read = row && readBounded(row.outputFile, MAX_SCRIPT_BYTES);
    return read?.kind === 'text' ? read.text : '';
  }

  #unreported(): WorkflowRow[] {
    return Object.values(this.#options.services.view.workflows).filter(({ unreported }) => unreported);
  }

  #row(runId: string): WorkflowRow | undefined {
    const { workflows } = this.#options.services.view;
    return Object.hasOwn(workflows, runId) ? workflows[runId] : undefined;
  }

  #assertResumable(runId: string | undefined): void {
    if (runId === undefined) return;
    const row = this.#row(runId);
    if (!row) throw new Error(`There is no workflow run “${runId.slice(0, 100)}” in this session, so there is nothing to resume.`);
    if (row.state === 'running') throw new Error(`The run ${runId} hasn’t ended. Stop it with TaskStop first.`);
  }

  async #nested(of: WorkflowCall['of'], context: ToolUseContext): Promise<WorkflowScript> {
    const { scripts } = context.services;
    if (!scripts) throw new Error('No scripts can run here.');
    const found = this.saved().find(({ name }) => name === of);
    if (!found) throw new Error(`There is no workflow “${of.slice(0, 100)}”.`);
    return scripts.workflow(found.text);
  }

  /** Never rejects: a session whose log can't be written has already been stopped. */
  #ended(runId: string, end: WorkflowEnd): void {
    const { services } = this.#options;
    const entry = this.#running.get(runId);
    const row = this.#row(runId);
    entry?.life.detach();
    const { signal } = entry?.life ?? {};
    const reports = signal?.aborted && abortReasonOf(signal).type === 'interrupt' ? 'later' : entry?.reports;
    if (reports === 'later') this.#canWait.add(runId);
    try {
      if (row && end.outcome === 'completed') writeFileSync(row.outputFile, resultText(end.value), { mode: 0o600 });
      services.append({
        type: 'workflow.ended',
        data: { runId, outcome: end.outcome, ...(end.outcome !== 'completed' && { error: end.error }) },
      });
      if (reports === 'never') this.seen(runId);
    } catch {
      // See the docstring.
    }
    this.#running.delete(runId);
    if (reports === 'now') services.onUnreported();
  }
}

function resultText(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
