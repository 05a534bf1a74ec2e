import type { SessionEvent } from '../event.ts';
import type { AgentRow, SessionView, WorkflowRow } from '../view.ts';

type WorkflowEvent = Extract<SessionEvent, { type: 'workflow.started' | 'workflow.said' | 'workflow.ended' | 'workflow.reported' }>;

/** Lines that a view keeps of a run. */
const MAX_LINES = 50;

/** Folds an event of a workflow. Ignores unknown runs and those that have ended. */
export function applyToWorkflow(view: SessionView, event: WorkflowEvent): void {
  const { runId } = event.data;
  const row = view.workflows[runId];
  const changed = event.type === 'workflow.started' ? (row ?? started(event)) : row && change(row, event);
  if (changed) view.workflows = { ...view.workflows, [runId]: changed };
}

function started({ data, at }: Extract<WorkflowEvent, { type: 'workflow.started' }>): WorkflowRow {
  return { ...data, lines: [], state: 'running', startedAt: at, unreported: false };
}

function change(row: WorkflowRow, event: Exclude<WorkflowEvent, { type: 'workflow.started' }>): WorkflowRow {
  switch (event.type) {
    case 'workflow.said': {
      const { kind, text } = event.data;
      if (kind === 'line') return { ...row, lines: [...row.lines, text].slice(-MAX_LINES) };
      return { ...row, phase: text, phases: row.phases.includes(text) ? row.phases : [...row.phases, text] };
    }
    case 'workflow.ended': {
      if (row.state !== 'running') return row;
      const { outcome, error } = event.data;
      return { ...row, state: outcome, endedAt: event.at, error, unreported: true };
    }
    case 'workflow.reported':
      return { ...row, unreported: false };
  }
}

/** The agents that a run has started, in that order. */
export function agentsOfRun({ agents }: Pick<SessionView, 'agents'>, runId: string): AgentRow[] {
  return Object.values(agents).filter(({ workflow }) => workflow?.runId === runId);
}
