import type { DiffDetail, ToolViewDetail } from '#shared/session/tool-view.ts';
import type { CallDetail } from './use-call-detail.ts';

/** The change a call made, or else proposes. */
export function callDiff({ resultView, inputView }: Pick<CallDetail, 'resultView' | 'inputView'>): DiffDetail | undefined {
  return diffIn(resultView?.detail) ?? diffIn(inputView.detail);
}

function diffIn(detail: ToolViewDetail | undefined): DiffDetail | undefined {
  if (detail?.type === 'command') return detail.diff;
  return detail?.type === 'diff' ? detail : undefined;
}
