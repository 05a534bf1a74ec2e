import type { PermissionMode } from '#shared/permission/mode.ts';
import type { ToolView } from '#shared/session/tool-view.ts';
import type { PresentStage } from '#main/tool/tool.ts';
import { oneLine, textField } from '../input-field.ts';
import type { ExitPlanModeOutput } from './exit-plan-mode-tool.ts';

export function planView(plan: string, modeBefore?: PermissionMode): ToolView {
  return {
    kind: 'other',
    title: 'Propose a plan',
    summary: headline(plan),
    detail: { type: 'plan', plan, ...(modeBefore && { modeBefore }) },
  };
}

export function presentPlan(stage: PresentStage<ExitPlanModeOutput>): ToolView {
  const view = planView(textField(stage.input, 'plan'));
  switch (stage.stage) {
    case 'input':
      return view;
    case 'rejection':
      return { ...view, outcome: 'not accepted' };
    case 'error':
      return { ...view, outcome: 'failed', detail: { type: 'text', text: stage.message, truncated: false } };
    case 'result': {
      const { plan, planWasEdited } = stage.output;
      return { ...planView(plan), outcome: planWasEdited ? 'accepted with your changes' : 'accepted' };
    }
  }
}

/** Its first heading or line. */
function headline(plan: string): string {
  const first = plan.split('\n').find((line) => line.trim() !== '') ?? '';
  return oneLine(first.replace(/^#+\s*/, ''), 120);
}
