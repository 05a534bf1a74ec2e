import type { PresentStage } from '#main/tool/tool.ts';
import type { ToolView } from '#shared/session/tool-view.ts';
import { diffDetail, diffOf, diffOutcome } from '../diff-view.ts';
import { oneLine, textField } from '../display-text.ts';
import { displayPath } from '../input-path.ts';
import { presentStages } from '../present-stages.ts';
import type { EditOutput } from './edit-tool.ts';

/** Longer input isn't compared just to be looked at while it streams in. */
const MAX_PRESENTED_CHARS = 50_000;

export function presentEdit(stage: PresentStage<EditOutput>, projectDir: string): ToolView {
  const path = displayPath(textField(stage.input, 'file_path'), projectDir);
  const isOpen = stage.stage === 'input' || stage.stage === 'rejection';
  const view: ToolView = { kind: 'edit', title: 'Edit', summary: oneLine(path), ...(isOpen && proposed(path, stage.input)) };
  return presentStages(stage, view, ({ diff }) => ({ outcome: diffOutcome(diff), detail: diffDetail(path, diff, false) }));
}

/** Without the file at hand: the change of the quoted text alone. */
function proposed(path: string, input: Readonly<Record<string, unknown>>): Pick<ToolView, 'detail'> {
  const before = textField(input, 'old_string');
  const after = textField(input, 'new_string');
  if (before.length + after.length > MAX_PRESENTED_CHARS || (before === '' && after === '')) return {};
  return { detail: diffDetail(path, diffOf(before, after), false) };
}
