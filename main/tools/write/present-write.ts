import type { PresentStage } from '#main/tool/tool.ts';
import type { ToolView } from '#shared/session/tool-view.ts';
import { diffDetail, diffOutcome } from '../diff-view.ts';
import { counted, oneLine, textField } from '../display-text.ts';
import { displayPath } from '../input-path.ts';
import { presentStages } from '../present-stages.ts';
import type { WriteOutput } from './write-tool.ts';

const MAX_SHOWN_CHARS = 20_000;

export function presentWrite(stage: PresentStage<WriteOutput>, projectDir: string): ToolView {
  const path = displayPath(textField(stage.input, 'file_path'), projectDir);
  const view: ToolView = { kind: 'edit', title: 'Write', summary: oneLine(path), ...proposed(stage.input) };
  return presentStages(stage, view, ({ diff, type }) => {
    const created = type === 'create';
    const outcome = created ? `created, ${counted(diff.additions, 'line')}` : diffOutcome(diff);
    return { outcome, detail: diffDetail(path, diff, created) };
  });
}

function proposed(input: Readonly<Record<string, unknown>>): Pick<ToolView, 'detail'> {
  const content = textField(input, 'content');
  const text = content.slice(0, MAX_SHOWN_CHARS);
  return { detail: { type: 'text', text, truncated: text.length < content.length } };
}
