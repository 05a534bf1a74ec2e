import type { PermissionMode } from '#shared/permission/mode.ts';
import type { ToolView } from '#shared/session/tool-view.ts';
import type { PresentStage } from '#main/tool/tool.ts';
import { oneLine, textField } from '../display-text.ts';
import { presentStages } from '../present-stages.ts';
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
  return presentStages(
    stage,
    view,
    ({ plan, planWasEdited }) => ({ ...planView(plan), outcome: planWasEdited ? 'accepted with your changes' : 'accepted' }),
    'not accepted',
  );
}

/** Its first heading or line. */
function headline(plan: string): string {
  const first = plan.split('\n').find((line) => line.trim() !== '') ?? '';
  return oneLine(first.replace(/^#+\s*/, ''), 120);
}
