import type { PresentStage } from '#main/tool/tool.ts';
import type { ToolView } from '#shared/session/tool-view.ts';
import { formatBytes } from '../file-access.ts';
import { counted, oneLine, textField } from '../display-text.ts';
import { displayPath } from '../input-path.ts';
import { presentStages } from '../present-stages.ts';
import type { ReadOutput } from './read-output.ts';

const MAX_SHOWN_CHARS = 20_000;

export function presentRead(stage: PresentStage<ReadOutput>, projectDir: string): ToolView {
  const path = displayPath(textField(stage.input, 'file_path'), projectDir);
  const view = { kind: 'read' as const, title: 'Read', summary: oneLine(path + rangeOf(stage.input)) };
  return presentStages(stage, view, describe);
}

function rangeOf(input: Readonly<Record<string, unknown>>): string {
  const { offset, limit } = input;
  if (typeof offset !== 'number' && typeof limit !== 'number') return '';
  const start = typeof offset === 'number' ? Math.max(1, offset) : 1;
  return typeof limit === 'number' ? ` (lines ${String(start)}–${String(start + limit - 1)})` : ` (from line ${String(start)})`;
}

function describe(output: ReadOutput): Pick<ToolView, 'outcome' | 'detail'> {
  switch (output.type) {
    case 'text': {
      const text = output.content.slice(0, MAX_SHOWN_CHARS);
      // The empty line after a last line feed is none to a person.
      const lines = output.content.endsWith('\n') ? output.numLines - 1 : output.numLines;
      const outcome =
        output.capped === undefined ? counted(lines, 'line') : `first ${counted(lines, 'line')} of ${String(output.totalLines)}`;
      return {
        outcome,
        detail: { type: 'text', text, truncated: text.length < output.content.length || output.capped !== undefined },
      };
    }
    case 'past_end':
      return { outcome: output.totalLines === 0 ? 'empty' : 'past the end' };
    case 'image':
      return { outcome: `image, ${formatBytes(output.size)}` };
    case 'notebook':
      return { outcome: counted(output.cells, 'cell') };
    case 'file_unchanged':
      return { outcome: 'unchanged' };
  }
}
