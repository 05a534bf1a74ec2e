import { expect, it } from 'vitest';
import { MessagesServer } from '#test/support/messages-server.ts';
import { TempProject } from '#test/support/temp-project.ts';
import { EngineWindow } from './engine-window.ts';

const MAY_APPLY = 'Has no effect yet: the deny rule Read(./.env) may apply when it runs: it takes in everything in its folder.';
/** An exact rule for one has no effect either, beside the deny rule. */
const SCRIPTS = 'Has no effect: each script that bash runs asks, since what it does isn’t on the line.';

it('says in the editor and in the list what a rule comes to in its project', async () => {
  await using server = await MessagesServer.start();
  using temp = new TempProject({ '.env': 'A=1' });
  const allow = ['Bash(npm publish)', 'Bash(git *)', 'Bash(npm test *)', 'Edit(.claude/**)', 'Bash(bash *)', 'Bash(sudo *)'];
  temp.write('.claude/settings.json', JSON.stringify({ permissions: { allow, ask: ['Bash(git push *)'], deny: ['Read(./.env)'] } }));
  await using window = new EngineWindow(temp, server);
  const { projectDir } = temp;
  await window.ask('project.open', { path: projectDir });
  await window.ask('project.trust', { projectDir });

  const { rules } = await window.ask('rules.list', { projectDir });
  const notes = (text: string) =>
    rules.find((rule) => rule.text === text)?.diagnostics.map(({ kind, severity, message }) => `${kind ?? severity}: ${message}`);
  expect(notes('Bash(npm publish)')).toEqual([`still asks: ${MAY_APPLY}`]);
  expect(notes('Edit(.claude/**)')).toEqual([
    'still asks: Still asks: .claude is a protected path: programs run it or read their settings from it later.',
  ]);
  expect(notes('Bash(git *)')).toContain('info: For some of these, the ask rule Bash(git push *) comes first.');
  expect(notes('Bash(npm test *)')).toEqual([]);
  const inert = (text: string) => rules.find((rule) => rule.text === text)?.inert;
  expect(inert('Bash(bash *)')).toBe(SCRIPTS);
  expect(inert('Bash(sudo *)')).toMatch(/Only a rule for exactly one command can allow it\.$/u);

  const check = (text: string) => window.ask('rules.check', { text, behavior: 'allow', destination: 'local', among: { projectDir } });
  expect(await check('Bash(npm publish)')).toEqual({ sentence: MAY_APPLY, diagnostics: [] });
  expect(await check('Bash(bash *)')).toEqual({ sentence: SCRIPTS, diagnostics: [] });
  expect(await check('Bash(npm test)')).toMatchObject({ sentence: 'Runs without asking: exactly the command “npm test”.' });
});
