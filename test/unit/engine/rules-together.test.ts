import { expect, it } from 'vitest';
import { text, toolUse } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { TempProject } from '#test/support/temp-project.ts';
import { EngineWindow } from './engine-window.ts';

const NOT_COVERED = 'Doesn’t cover this call: it is allowed now, and asked for again the next time.';

it.each([
  ['the suggested rules of a command that also writes', 'npm test > out.txt 2>&1', ['Bash(npm test)', 'Edit(/out.txt)'], []],
  ['a rule that another makes enough', 'npm test > out.txt', ['Bash(npm *)', 'Edit(/*.txt)'], []],
  ['one of a line’s parts', 'npm test && npm run lint', ['Bash(npm test)', 'Bash(npm run build)'], [1]],
  ['rules that don’t suffice together', 'npm test > out.txt', ['Bash(npm test)', 'Edit(/lib/**)'], [0, 1]],
  ['a rule beside one that is unfinished', 'npm test > out.txt', ['Bash(npm test)', 'Edit(/out'], [0]],
])('judges a rule with the others of its answer: %s', async (_what, command, rules, warned) => {
  await using server = await MessagesServer.start({ blocks: [toolUse('b1', 'Bash', { command })] }, { blocks: [text('Done.')] });
  using temp = new TempProject({});
  await using window = new EngineWindow(temp, server);
  await window.begin('Begin.');
  const { asks } = await window.until((view) => view.asks.length > 0);
  const ask = { projectDir: temp.projectDir, sessionId: window.sessionId, askId: asks[0]?.askId ?? '', destination: 'local' as const };
  const warnings = await Promise.all(
    rules.map(async (rule, index) => {
      const check = { text: rule, behavior: 'allow' as const, ask: { ...ask, others: rules.toSpliced(index, 1) } };
      const { diagnostics } = await window.ask('rules.check', check);
      return diagnostics.some(({ message }) => message === NOT_COVERED) ? [index] : [];
    }),
  );
  expect(warnings.flat()).toEqual(warned);
});
