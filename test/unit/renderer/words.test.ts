import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { strayTexts, strayWords } from './stray-words.ts';

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

/**
 * Folders without text in code of any kind. In the others only components are checked: they have tables of their own (names of keys and
 * characters in ui, shortcuts in app), errors for developers (bridge), or examples of rules.
 */
const WITHOUT_TEXT =
  'agents,answers,away,calls,changes,conversation,diff,inspector,model,paths,permissions,restore,sessions,settings,store,terminals,timeline,usage';
const isTable = (file: string) => /(?:^|[/-])words\.ts$/u.test(file);

it('finds literals and templates that read as text; not types, imports, keys or single lower-case words', () => {
  const source = `
    import a from 'two words';
    type T = 'Two words' | 'Word';
    const one = { key: 'Running', state: 'running', press: 'Enter' } as const;
    const two = n > 1 ? \`\${n} requests wait\` : 'The last, again';`;
  expect(strayTexts('a.ts', source).toSorted()).toEqual(['Running', 'The last, again', 'requests wait']);
});

it('keeps texts that code makes in tables', () => {
  const checked = globSync(`{${WITHOUT_TEXT}}/**/*.{ts,tsx}`, { cwd: RENDERER }).filter((file) => !isTable(file));
  const stray = checked.flatMap((file) =>
    strayTexts(file, readFileSync(path.join(RENDERER, file), 'utf8')).map((text) => `${file}: ${text}`),
  );
  expect(checked.length).toBeGreaterThan(80);
  expect(stray).toEqual([]);
});
