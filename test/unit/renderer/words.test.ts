import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { strayTexts, strayWords } from './stray-words.ts';

const RENDERER = path.join(import.meta.dirname, '../../../renderer');

const files = globSync('**/*.tsx', { cwd: RENDERER });
const strayIn = (file: string) => strayWords(file, readFileSync(path.join(RENDERER, file), 'utf8'));

it('finds text in JSX, attributes and both branches of a condition; not class names, keys or values', () => {
  const source = `
    export const A = () => (
      <B label="One" key="no" className="no" title={x ? 'Two' : 'Three'} value="no">
        Four <code>{y && 'Five'}</code>{z ?? \`Six \${n} more\`}{words.seven}{f('no')} ·
      </B>
    );`;
  expect(strayWords('a.tsx', source).toSorted()).toEqual(['Five', 'Four', 'One', 'Six', 'Three', 'Two', 'more']);
});

it('keeps text of components in tables', () => {
  const stray = files.flatMap((file) => strayIn(file).map((words) => `${file}: ${words}`));
  expect(stray).toEqual([]);
});

/** Files whose only texts are errors for developers. */
const FOR_DEVELOPERS = new Set(['bridge/client.ts', 'bridge/contract-check.ts', 'main.tsx']);
const isTable = (file: string) => /(?:^|[/-])words\.ts$/u.test(file);

it('finds texts in literals and templates; not types, imports, keys, code or single lower-case words', () => {
  const source = `
    import a from 'two words';
    type T = 'Two words' | 'Word';
    const one = { key: 'Running', state: 'running', press: 'Enter', border: '1px solid var(--line)', rule: 'Bash(npm test *)' } as const;
    const two = n > 1 ? \`\${n} requests wait\` : 'The last, again';`;
  expect(strayTexts('a.ts', source).toSorted()).toEqual(['Running', 'The last, again', 'requests wait']);
});

it('keeps all other texts in tables', () => {
  const checked = globSync('**/*.{ts,tsx}', { cwd: RENDERER }).filter((file) => !isTable(file) && !FOR_DEVELOPERS.has(file));
  const stray = checked.flatMap((file) =>
    strayTexts(file, readFileSync(path.join(RENDERER, file), 'utf8')).map((text) => `${file}: ${text}`),
  );
  expect(checked.length).toBeGreaterThan(200);
  expect(stray).toEqual([]);
});
