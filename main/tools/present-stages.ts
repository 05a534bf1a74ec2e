import type { PresentStage } from '#main/tool/tool.ts';
import type { ToolView } from '#shared/session/tool-view.ts';

/**
 * How a call looks at each of its stages: `view` as it is proposed, with `ofResult` over it once it is done. That it was refused
 * (`rejected`) or failed looks the same for every tool.
 */
export function presentStages<Output>(
  stage: PresentStage<Output>,
  view: ToolView,
  ofResult: (output: Output) => Partial<ToolView>,
  rejected = 'denied',
): ToolView {
  switch (stage.stage) {
    case 'input':
      return view;
    case 'rejection':
      return { ...view, outcome: rejected };
    case 'error':
      return { ...view, outcome: 'failed', detail: { type: 'text', text: stage.message, truncated: false } };
    case 'result':
      return { ...view, ...ofResult(stage.output) };
  }
}
