import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PendingAsk } from '#shared/session/view.ts';
import { text, toolUse } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { TempProject } from '#test/support/temp-project.ts';
import { EngineWindow } from './engine-window.ts';

const LOCAL = '.claude/settings.local.json';
const SAVED = { permissions: { allow: ['Bash(ls *)'] } };
const MISTAKEN = [
  'Edit(src',
  'Edit (src)',
  'Bash()',
  'Bash(:*)',
  'Write(src/**)',
  'mcp__*',
  'WebFetch(example.com)',
  ' Bash(npm test)',
  '',
];

interface Waiting {
  readonly window: EngineWindow;
  readonly temp: TempProject;
  readonly ask: PendingAsk;
}

/** An edit that waits for an answer. */
async function whileWaiting(check: (waiting: Waiting) => Promise<void>): Promise<void> {
  await using server = await MessagesServer.start(
    { blocks: [toolUse('w1', 'Write', { file_path: 'src/a.ts', content: 'a\n' })] },
    { blocks: [text('Done.')] },
  );
  using temp = new TempProject({ [LOCAL]: JSON.stringify(SAVED) });
  await using window = new EngineWindow(temp, server);
  await window.begin('Begin.');
  const { asks } = await window.until((view) => view.asks.length > 0);
  const [ask] = asks;
  if (!ask) throw new Error('Nothing was asked.');
  await check({ window, temp, ask });
  expect(JSON.parse(readFileSync(temp.path(LOCAL), 'utf8'))).toEqual(SAVED);
}

describe('a malformed rule is never saved', () => {
  it('in an answer: allows nothing, and the ask stays open', async () => {
    await whileWaiting(async ({ window, ask: { askId, digest } }) => {
      for (const destination of ['local', 'session', 'user'] as const)
        for (const rule of MISTAKEN) {
          const answer = { type: 'allow_always' as const, rules: ['Edit(src/**)', rule], destination };
          const sent = (async () => window.ask('permission.answer', { sessionId: window.sessionId, askId, digest, answer }))();
          await expect(sent, rule).rejects.toThrow(rule === '' ? /./u : rule);
        }
      const view = await window.view();
      expect(view.asks.map((ask) => ask.askId)).toEqual([askId]);
      expect(view.sessionRules).toEqual([]);
    });
  });

  it('in a rule change, also one that claims to be an undo', async () => {
    await whileWaiting(async ({ window, temp: { projectDir } }) => {
      const { sessionId } = window;
      const rule = { behavior: 'allow' as const, disabled: false };
      for (const destination of ['local', 'session'] as const)
        for (const one of MISTAKEN.filter((mistaken) => mistaken !== ''))
          for (const index of [undefined, 0]) {
            const edit = { ...rule, destination, type: 'insert' as const, text: one, ...(index !== undefined && { index }) };
            const sent = (async () => window.ask('rules.change', { projectDir, sessionId, edits: [edit] }))();
            await expect(sent, one).rejects.toMatchObject({ code: 'invalid_input' });
          }
    });
  });

  it('in a whole file, unless the mistake is already there', async () => {
    await whileWaiting(async ({ window, temp }) => {
      const { projectDir } = temp;
      const save = async (content: object) => {
        const { digest } = await window.ask('settings.read', { projectDir, place: 'project' });
        return window.ask('settings.save', { projectDir, place: 'project', text: JSON.stringify(content), basedOn: digest });
      };
      await expect(save({ permissions: { allow: ['Edit(src'] } })).rejects.toMatchObject({ code: 'invalid_input' });
      const file = temp.path('.claude/settings.json');
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify({ permissions: { deny: ['Bash(rm'] } }));
      await expect(save({ permissions: { deny: ['Bash(rm'], ask: ['Bash(cp *)'] } })).resolves.toMatchObject({ outcome: 'saved' });
    });
  });
});

it('a deleted malformed rule can be restored', async () => {
  await whileWaiting(async ({ window, temp }) => {
    const { projectDir } = temp;
    mkdirSync(temp.path('.claude'), { recursive: true });
    writeFileSync(temp.path('.claude/settings.json'), JSON.stringify({ permissions: { deny: ['Bash(rm'] } }));
    const remove = { type: 'remove', destination: 'project', behavior: 'deny', text: 'Bash(rm', disabled: false } as const;
    const { undo } = await window.ask('rules.change', { projectDir, edits: [remove] });
    const { list } = await window.ask('rules.change', { projectDir, edits: undo });
    expect(list.rules.map(({ text: rule }) => rule)).toContain('Bash(rm');
  });
});

it.each([
  ['Bash(sudo *)', /^Has no effect: each such command asks/u, []],
  ['Bash(rm -rf *)', /^Has no effect: each such command asks/u, []],
  ['Bash(sh -c *)', /^Has no effect: /u, []],
  ['Bash(git stash *)', /^Runs without asking: /u, ['Commands that can’t be undone still ask.']],
  [
    'Bash(node -e "5")',
    /^Runs without asking: exactly the command/u,
    ['Gatehouse can’t see everything that such a command runs, so it still asks where a deny or ask rule might apply.'],
  ],
  ['Bash(npm test)', /^Runs without asking: /u, []],
])('a draft says once what it does: %s', async (draft, sentence, wanted) => {
  await whileWaiting(async ({ window }) => {
    const checked = await window.ask('rules.check', { text: draft, behavior: 'allow' });
    expect(checked.sentence).toMatch(sentence);
    expect(checked.diagnostics.map(({ message }) => message)).toEqual(wanted);
  });
});

it.each([
  ['Bash(*)', ['Doesn’t cover this call', 'Very broad']],
  ['Bash(npm test)', ['Doesn’t cover this call']],
  ['Edit(lib/**)', ['Doesn’t cover this call']],
  ['Edit(src/**)', []],
  ['Edit(src', ['Not a rule yet: the closing parenthesis is missing.']],
  ['Edit (src)', ['Not a rule: there is a space before the parenthesis.']],
  ['Edit(src) x', ['Not a rule. Write']],
  ['npm run *', ['Not a rule: it names no tool. For commands, write Bash(npm run *).']],
  ['Edit src', ['Not a rule. Write']],
])('a draft for an edit says where it is malformed: %s', async (draft, wanted) => {
  await whileWaiting(async ({ window, temp: { projectDir }, ask: { askId } }) => {
    const ask = { projectDir, sessionId: window.sessionId, askId, destination: 'local' as const };
    const { diagnostics } = await window.ask('rules.check', { text: draft, behavior: 'allow', ask });
    expect(diagnostics.map(({ message }) => message)).toEqual(wanted.map((words) => expect.stringContaining(words)));
  });
});
