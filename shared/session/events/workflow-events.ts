import { z } from 'zod';
import { commandTaskOutcomeSchema } from '../task-outcomes.ts';

/** Runs of workflows. Their agents are in `agent.started`. */
export const workflowEvents = {
  /** The script of a Workflow call runs in the background; the call itself is answered. */
  'workflow.started': z.object({
    runId: z.string(),
    callId: z.string(),
    name: z.string(),
    description: z.string(),
    /** Titles of the phases that the script names beforehand. */
    phases: z.array(z.string()),
    /** Absolute path of a copy of the script. */
    scriptFile: z.string(),
    /** Absolute path where its result will be. */
    outputFile: z.string(),
    /** The run whose finished agents aren't repeated. */
    resumedFrom: z.string().optional(),
  }),
  /** The script began a phase, or printed a line. Bounded in number and length. */
  'workflow.said': z.object({ runId: z.string(), kind: z.enum(['phase', 'line']), text: z.string() }),
  'workflow.ended': z.object({
    runId: z.string(),
    outcome: commandTaskOutcomeSchema,
    /** Why it failed or was stopped, one sentence for people. */
    error: z.string().optional(),
  }),
  /** The agent was informed of the end. */
  'workflow.reported': z.object({ runId: z.string() }),
} as const;
