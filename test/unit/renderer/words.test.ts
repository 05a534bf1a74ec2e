import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { strayWords } from './stray-words.ts';

const RENDERER = path.join(import.meta.dirname, '../../../renderer');

const files = globSync('**/*.tsx', { cwd: RENDERER });
const strayIn = (file: string) => strayWords(file, readFileSync(path.join(RENDERER, file), 'utf8'));

it('finds text, read attributes and both branches of a condition; not class names, keys or values', () => {
  const source = `
    export const A = () => (
      <B label="One" key="no" className="no" title={x ? 'Two' : 'Three'} value="no">
        Four <code>{y && 'Five'}</code>{z ?? \`Six \${n} more\`}{words.seven}{f('no')} ·
      </B>
    );`;
  expect(strayWords('a.tsx', source).toSorted()).toEqual(['Five', 'Four', 'One', 'Six', 'Three', 'Two', 'more']);
});

it('keeps a pane’s texts in its tables', () => {
  const stray = files.flatMap((file) => strayIn(file).map((words) => `${file}: ${words}`));
  expect(stray).toEqual([]);
});
