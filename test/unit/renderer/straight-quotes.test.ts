import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { straightQuotes } from './stray-words.ts';

const ROOT = path.join(import.meta.dirname, '../../..');

it('finds straight apostrophes and quotation marks in texts; not in code, curly ones or attributes', () => {
  const source = `
    const one = "it can't be undone";
    const two = \`the users' files of \${x}\`;
    const three = 'Say "yes" again';
    const four = 'it can’t be “undone”';
    const five = '<a href="x">';
    // it's a comment`;
  expect(straightQuotes('a.ts', source)).toEqual(["it can't be undone", "the users' files of", 'Say "yes" again']);
});

/** Written for models (prompts, descriptions and results of tools), for terminals, or as code. */
const NOT_IN_THE_WINDOW =
  /^main\/(?:tools|tool|cli|hooks\/judge-hook|permission\/classifier|worktrees|app-root|host\/web\/web-host|mcp\/connection\/authorization-server|engine\/search-sessions|engine\/state-dir|engine\/session\/services\/hooked-worktrees|executor\/(?:result-texts|steps)|agent\/(?:system-prompt|sub-agents|compaction|workflows)|permission\/(?:decide|hook-decision)\.ts|terminal\/git-bash)|^renderer\/permissions\/panels\/panel-words\.ts/u;

it('the window and what main says in it have typographic ones', () => {
  const files = globSync('{renderer,main,shared}/**/*.{ts,tsx}', { cwd: ROOT }).filter((file) => !NOT_IN_THE_WINDOW.test(file));
  const straight = files.flatMap((file) =>
    straightQuotes(file, readFileSync(path.join(ROOT, file), 'utf8')).map((text) => `${file}: ${text}`),
  );
  expect(files.length).toBeGreaterThan(500);
  expect(straight).toEqual([]);
});
