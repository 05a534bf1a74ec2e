import type { PresentStage } from '#main/tool/tool.ts';
import type { ToolView } from '#shared/session/tool-view.ts';
import { diffDetail, diffOutcome } from '../diff-view.ts';
import { counted, oneLine, textField } from '../input-field.ts';
import { displayPath } from '../input-path.ts';
import type { WriteOutput } from './write-tool.ts';

const MAX_SHOWN_CHARS = 20_000;

export function presentWrite(stage: PresentStage<WriteOutput>, projectDir: string): ToolView {
  const path = displayPath(textField(stage.input, 'file_path'), projectDir);
  const view = { kind: 'edit' as const, title: 'Write', summary: oneLine(path) };
  switch (stage.stage) {
    case 'input':
      return { ...view, ...proposed(stage.input) };
    case 'rejection':
      return { ...view, outcome: 'denied', ...proposed(stage.input) };
    case 'error':
      return { ...view, outcome: 'failed', detail: { type: 'text', text: stage.message, truncated: false } };
    case 'result': {
      const { diff, type } = stage.output;
      const created = type === 'create';
      const outcome = created ? `created, ${counted(diff.additions, 'line')}` : diffOutcome(diff);
      return { ...view, outcome, detail: diffDetail(path, diff, created) };
    }
  }
}

function proposed(input: Readonly<Record<string, unknown>>): Pick<ToolView, 'detail'> {
  const content = textField(input, 'content');
  const text = content.slice(0, MAX_SHOWN_CHARS);
  return { detail: { type: 'text', text, truncated: text.length < content.length } };
}
