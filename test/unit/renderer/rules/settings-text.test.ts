import { CompletionContext } from '@codemirror/autocomplete';
import { EditorState } from '@codemirror/state';
import { describe, expect, test } from 'vitest';
import { completeSettings } from '../../../../renderer/rules/files/complete-settings.ts';
import { settingsProblems } from '../../../../renderer/rules/files/settings-problems.ts';

/** The completions at the `|` in the text. */
function offered(text: string): string[] {
  const pos = text.indexOf('|');
  const state = EditorState.create({ doc: text.replace('|', '') });
  return completeSettings(new CompletionContext(state, pos, true))?.options.map(({ label }) => label) ?? [];
}

describe('completion', () => {
  test.each([
    ['{ "per|" }', '"permissions"'],
    ['{ | }', '"model"'],
    ['{ "permissions": { "|" } }', '"deny"'],
    ['{ "permissions": { "defaultMode": "|" } }', '"acceptEdits"'],
    ['{ "permissions": { "defaultMode": | } }', '"plan"'],
    ['{ "permissions": { "allow": ["|"] } }', '"Bash(npm test *)"'],
    ['{ "permissions": { "allow": ["Edit", |] } }', '"Bash(npm test *)"'],
    ['{ "gatehouse": { "|" } }', '"disabledRules"'],
    ['{ "gatehouse": { "siblingAbort": "|" } }', '"writes"'],
    ['{ "respectGitignore": | }', 'false'],
  ])('%s', (text, label) => {
    expect(offered(text)).toContain(label);
  });

  test('offers each key once, and nothing where nothing is known', () => {
    expect(offered('{ "permissions": { "deny": [], "|" } }')).not.toContain('"deny"');
    expect(offered('{ "somebody": { "else": { "|" } } }')).toEqual([]);
  });
});

describe('mistakes', () => {
  const problems = (doc: string) => {
    const state = EditorState.create({ doc });
    return settingsProblems(state).map(({ from, to, severity }) => [state.sliceDoc(from, to), severity]);
  };

  test('are marked at their location', () => {
    expect(problems('{ "permissions": { "allow": [1, "Edit"] } }')).toEqual([['1', 'error']]);
    expect(problems('{ "permissions": { "deny": ["Bash()", "Bash(x)"] } }')).toMatchObject([['"Bash()"', 'error']]);
    expect(problems('{ "permissions": { "allow": ["Read(/etc/passwd)"] } }')).toMatchObject([['"Read(/etc/passwd)"', 'warning']]);
    expect(problems('{ "model": 3 }')).toMatchObject([['3', 'error']]);
  });

  test('do not include unknown keys or an empty file', () => {
    expect(problems('{ "somebody": { "else": 1 } }')).toEqual([]);
    expect(problems(' ')).toEqual([]);
  });

  test('report malformed JSON once', () => {
    expect(problems('{ "a": 1,, }')).toHaveLength(1);
    expect(problems('[]')).toMatchObject([['', 'error']]);
  });
});
