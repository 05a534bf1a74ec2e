import { z } from 'zod';
import type { StartedWorkflow } from '#main/tool/services/workflows.ts';

export const workflowOutputSchema = z.object({
  status: z.literal('async_launched'),
  taskId: z.string(),
  taskType: z.literal('local_workflow'),
  workflowName: z.string(),
  runId: z.string(),
  summary: z.string(),
  scriptPath: z.string(),
});
export type WorkflowOutput = z.infer<typeof workflowOutputSchema>;

export function workflowOutput({ runId, name, description, scriptFile }: StartedWorkflow): WorkflowOutput {
  const about = { workflowName: name, runId, summary: description, scriptPath: scriptFile };
  return { status: 'async_launched', taskId: runId, taskType: 'local_workflow', ...about };
}

export function launchedText({ workflowName, runId, scriptPath }: WorkflowOutput): string {
  return [
    `The workflow “${workflowName}” runs in the background.`,
    `Task and run id: ${runId}`,
    `Copy of the script: ${scriptPath}`,
    'You are notified when it ends. Don’t wait for it or do its work yourself: continue with something else, or end your turn.',
  ].join('\n');
}
