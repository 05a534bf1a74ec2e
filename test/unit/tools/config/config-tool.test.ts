import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { agentSettings } from '#main/engine/session/services/agent-settings.ts';
import { createPermissionEngine } from '#main/permission/create-permission-engine.ts';
import { SettingsStore } from '#main/settings/settings-store.ts';
import { AGENT_SETTINGS } from '#main/tools/config/config-input.ts';
import { createConfigTool } from '#main/tools/config/config-tool.ts';
import { SETTINGS } from '#shared/settings/settings.ts';
import type { AskAnswer } from '#shared/session/ask.ts';
import { text, toolUse } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { TestSession, type TestSessionOptions } from '#test/support/test-session.ts';

const engine = await createPermissionEngine();

interface Outcome {
  /** What the model reads. */
  readonly result: string;
  readonly isError: boolean;
  /** The card, if one was shown. */
  readonly ask: ReturnType<TestSession['all']>[number] | undefined;
  /** The user's settings file afterwards. */
  readonly file: string;
}

interface Setup extends Partial<TestSessionOptions> {
  /** The user's settings file before. */
  readonly own?: string;
  readonly answer?: AskAnswer;
}

/** One call of Config in a session with real settings files. */
async function config(input: Record<string, unknown>, { own, answer = { type: 'allow_once' }, ...more }: Setup = {}): Promise<Outcome> {
  await using server = await MessagesServer.start({ blocks: [toolUse('c', 'Config', input)] }, { blocks: [text('Done.')] });
  let file = '';
  await using fixture = new TestSession({
    url: server.url,
    engine,
    tools: [createConfigTool()],
    services: ({ project }) => {
      const settings = agentSettings(new SettingsStore(project));
      ({ file } = settings);
      if (own !== undefined) {
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, own);
      }
      return { settings };
    },
    ...more,
  });
  fixture.session.log.subscribe((event) => {
    if (event.type !== 'call.asked') return;
    const { askId, digest } = event.data.ask;
    setImmediate(() => void fixture.session.answer(askId, digest, answer));
  });
  await fixture.say('go');
  const [finished] = fixture.all('call.finished');
  return {
    result: typeof finished?.content === 'string' ? finished.content : JSON.stringify(finished?.content),
    isError: finished?.isError ?? false,
    ask: fixture.all('call.asked')[0],
    file: readOr(file),
  };
}

function readOr(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

const allowAll = [{ id: '1', behavior: 'allow', source: 'user', text: 'Config' }] as const;

it('reads a setting without asking', async () => {
  const { result, ask } = await config({ setting: 'model' }, { own: '{"model": "opus"}' });
  expect([result, ask]).toEqual(['model: "opus"', undefined]);
  expect((await config({ setting: 'gatehouse.siblingAbort' })).result).toBe(
    'gatehouse.siblingAbort isn’t set. It has its default: Any failed command.',
  );
});

it('shows the change as a diff and makes it in the user’s own file, which otherwise stays as it is', async () => {
  const own = '{\n    "model": "opus",\n    "env": { "TOKEN": "not for the card" }\n}\n';
  const { result, ask, file } = await config({ setting: 'model', value: 'sonnet' }, { own, rules: allowAll });
  expect(ask).toMatchObject({
    ask: {
      reason: 'userInteraction',
      risk: 'write',
      suggestions: [],
      effects: ['changes your setting model'],
      view: { detail: { type: 'diff', hunks: [{ lines: ['-"model": "opus"', '+"model": "sonnet"'] }] } },
    },
  });
  expect(JSON.stringify(ask)).not.toContain('not for the card');
  expect(file).toBe(own.replace('opus', 'sonnet'));
  expect(result).toBe('model is "sonnet" in the user’s settings now.');
});

it('changes nothing when the person denies it', async () => {
  const { file, isError } = await config({ setting: 'model', value: 'sonnet' }, { answer: { type: 'deny' } });
  expect([file, isError]).toEqual(['', true]);
});

it.each([
  ['nobody can be asked', { interactive: false }],
  ['an allow rule is all there is', { interactive: false, rules: allowAll }],
])('is denied where %s', async (_name, more) => {
  const { file, isError } = await config({ setting: 'model', value: 'sonnet' }, more);
  expect([file, isError]).toEqual(['', true]);
});

it.each([
  ['autoCompactEnabled', 'false', '{\n  "autoCompactEnabled": false\n}'],
  ['autoCompactWindow', '50000', '{\n  "autoCompactWindow": 50000\n}'],
  ['gatehouse.siblingAbort', 'off', '{\n  "gatehouse": {\n    "siblingAbort": "off"\n  }\n}'],
])('takes %s = %s', async (setting, value, expected) => {
  expect((await config({ setting, value })).file.trim()).toBe(expected);
});

it('removes a setting with “default”', async () => {
  const { file, result } = await config({ setting: 'model', value: 'default' }, { own: '{"model": "opus", "x": 1}' });
  expect(JSON.parse(file)).toEqual({ x: 1 });
  expect(result).toContain('removed from the user’s settings');
});

it.each(SETTINGS.filter(({ setBy }) => setBy === 'person').map(({ key }) => key))('neither reads nor changes %s', async (setting) => {
  for (const value of [undefined, 'default', true]) {
    const { result, isError, ask, file } = await config({ setting, ...(value !== undefined && { value }) });
    expect([result.includes(`Only the user changes ${setting}`), isError, ask, file]).toEqual([true, true, undefined, '']);
  }
});

it.each([
  [{ setting: '__proto__', value: true }, 'There is no setting'],
  [{ setting: 'permissions', value: true }, 'There is no setting'],
  [{ setting: 'gatehouse.siblingAbort', value: 'everything' }, 'Its values: all, writes, off.'],
  [{ setting: 'autoCompactWindow', value: -1 }, 'It takes a whole number above 0.'],
  [{ setting: 'autoCompactEnabled', value: 'maybe' }, 'Its values: true, false.'],
])('refuses %j without a question', async (input, message) => {
  const { result, isError, ask, file } = await config(input);
  expect([result.includes(message), isError, ask, file]).toEqual([true, true, undefined, '']);
});

it('says when another file takes precedence', async () => {
  const { result } = await config(
    { setting: 'model', value: 'sonnet' },
    { files: { '.claude/settings.local.json': '{"model": "haiku"}' } },
  );
  expect(result).toContain('settings.local.json sets it too and takes precedence.');
});

it('leaves a file with a mistake alone', async () => {
  const { result, isError, file } = await config({ setting: 'model', value: 'sonnet' }, { own: '{"model": ' });
  expect([result.includes('The file has a mistake'), isError, file]).toEqual([true, true, '{"model": ']);
});

it('offers no setting that decides what may run', () => {
  expect(AGENT_SETTINGS.map(({ key }) => key)).toEqual([
    'model',
    'effortLevel',
    'autoCompactEnabled',
    'autoCompactWindow',
    'gatehouse.siblingAbort',
  ]);
});
