import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { strayWords } from './stray-words.ts';

const RENDERER = path.join(import.meta.dirname, '../../../renderer');

/** Their words are still in the components. This list only gets shorter. */
const NOT_YET = new Set([
  'agents/agent-card.tsx',
  'agents/agent-message-box.tsx',
  'app/context-meter.tsx',
  'app/shortcuts-dialog.tsx',
  'app/status-bar.tsx',
  'conversation/markdown-rendered.tsx',
  'conversation/notice-item.tsx',
  'conversation/queued-messages.tsx',
  'conversation/task-notice.tsx',
  'conversation/turn-status.tsx',
  'diff/diff-view.tsx',
  'inspector/agent-section.tsx',
  'inspector/inspector.tsx',
  'inspector/result-section.tsx',
  'inspector/rule-link.tsx',
  'model/model-button.tsx',
  'permissions/ask-payload.tsx',
  'restore/restore-preview.tsx',
  'rules/rule-line.tsx',
  'rules/rule-menu.tsx',
  'ui/popover.tsx',
  'usage/budget-actions.tsx',
  'usage/context-section.tsx',
  'usage/cost-table.tsx',
  'usage/usage-button.tsx',
]);

const files = globSync('**/*.tsx', { cwd: RENDERER, exclude: ['dev/**'] });
const strayIn = (file: string) => strayWords(file, readFileSync(path.join(RENDERER, file), 'utf8'));

it('finds text, attributes that are read, and both sides of a choice; not class names, keys or values', () => {
  const source = `
    export const A = () => (
      <B label="One" key="no" className="no" title={x ? 'Two' : 'Three'} value="no">
        Four <code>{y && 'Five'}</code>{z ?? \`Six \${n} more\`}{words.seven}{f('no')} ·
      </B>
    );`;
  expect(strayWords('a.tsx', source).toSorted()).toEqual(['Five', 'Four', 'One', 'Six', 'Three', 'Two', 'more']);
});

it('a room’s words stand in its tables', () => {
  const stray = files.filter((file) => !NOT_YET.has(file)).flatMap((file) => strayIn(file).map((words) => `${file}: ${words}`));
  expect(stray).toEqual([]);
});

it('what is listed as not done isn’t', () => {
  expect(files.filter((file) => NOT_YET.has(file) && strayIn(file).length === 0)).toEqual([]);
});
