import type { PresentStage } from '#main/tool/tool.ts';
import type { ToolView } from '#shared/session/tool-view.ts';
import { counted, oneLine, textField } from '../display-text.ts';
import { displayPath } from '../input-path.ts';
import { presentStages } from '../present-stages.ts';
import type { GrepOutput } from './grep-output.ts';

const MAX_SHOWN_CHARS = 20_000;
const MAX_SHOWN_FILES = 200;

export function presentGrep(stage: PresentStage<GrepOutput>, projectDir: string): ToolView {
  const places = [displayPath(textField(stage.input, 'path'), projectDir), textField(stage.input, 'glob')].filter(
    (part) => part !== '' && part !== '.',
  );
  const where = places.length === 0 ? '' : ` in ${places.join(' ')}`;
  const view = { kind: 'search' as const, title: 'Search', summary: oneLine(textField(stage.input, 'pattern') + where) };
  return presentStages(stage, view, describe);
}

function describe(output: GrepOutput): Pick<ToolView, 'outcome' | 'detail'> {
  switch (output.mode) {
    case 'files_with_matches':
      return {
        outcome: counted(output.numFiles, 'file'),
        detail: { type: 'files', files: output.lines.slice(0, MAX_SHOWN_FILES), total: output.numFiles },
      };
    case 'count':
      return { outcome: counted(output.numMatches ?? 0, 'match', 'matches'), detail: shown(output.lines) };
    case 'content':
      return {
        outcome: counted(output.lines.length, 'line') + (output.appliedLimit === undefined ? '' : ', more left out'),
        detail: shown(output.lines),
      };
  }
}

function shown(lines: readonly string[]): ToolView['detail'] {
  const whole = lines.join('\n');
  const text = whole.slice(0, MAX_SHOWN_CHARS);
  return { type: 'text', text, truncated: text.length < whole.length };
}
