import type { PresentStage } from '#main/tool/tool.ts';
import type { ToolView } from '#shared/session/tool-view.ts';
import { counted, oneLine, textField } from '../display-text.ts';
import { presentStages } from '../present-stages.ts';
import type { BashOutput } from './bash-output.ts';

export function presentBash(stage: PresentStage<BashOutput>): ToolView {
  const command = textField(stage.input, 'command');
  const description = textField(stage.input, 'description');
  const view: ToolView = {
    kind: 'command',
    title: 'Run',
    summary: oneLine(command),
    detail: { type: 'command', command, ...(description === '' ? {} : { description }) },
  };
  return presentStages(stage, view, (output) => ({ outcome: outcome(output) }));
}

function outcome(output: BashOutput): string {
  if (output.background) return 'in the background';
  if (output.interrupted) return 'interrupted';
  if (output.timedOutAfterMs !== undefined) return `timed out after ${String(output.timedOutAfterMs / 1000)} s`;
  if (output.exitCode !== 0) return `exit code ${String(output.exitCode)}`;
  if (output.image !== undefined) return 'image';
  if (output.output === '') return 'no output';
  return output.truncated ? 'large output' : counted(output.output.split('\n').length, 'line');
}
