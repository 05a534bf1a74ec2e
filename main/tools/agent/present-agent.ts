import type { PresentStage } from '#main/tool/tool.ts';
import type { ToolView } from '#shared/session/tool-view.ts';
import { counted, oneLine, textField } from '../display-text.ts';
import { presentStages } from '../present-stages.ts';
import type { AgentOutput } from './agent-output.ts';

/** "Explore: find the parser". */
export function presentAgent(stage: PresentStage<AgentOutput>): ToolView {
  const { input } = stage;
  const name = textField(input, 'name') || textField(input, 'subagent_type') || 'general-purpose';
  const view: ToolView = {
    kind: 'agent',
    title: oneLine(name, 40),
    summary: oneLine(textField(input, 'description')),
    detail: { type: 'text', text: textField(input, 'prompt'), truncated: false },
  };
  return presentStages(stage, view, (output) => ({
    outcome: outcomeOf(output),
    detail: { type: 'text', text: resultText(output), truncated: false },
  }));
}

const ENDS = { completed: '', failed: 'failed, ', stopped: 'stopped, ', max_turns: 'used up its requests, ' } as const;

function outcomeOf(output: AgentOutput): string {
  if (output.status === 'async_launched') return 'in the background';
  return `${ENDS[output.outcome]}${counted(output.totalToolUseCount, 'call')}, ${counted(output.totalTokens, 'token')}`;
}

function resultText(output: AgentOutput): string {
  if (output.status === 'async_launched') return `Its report will be in ${output.outputFile}.`;
  return output.content.map(({ text }) => text).join('\n\n') || (output.error ?? 'It said nothing.');
}
