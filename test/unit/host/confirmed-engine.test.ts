import { AppError } from '#shared/contract/app-error.ts';
import { withConfirmation, type Confirmer } from '#main/host/confirmation/confirmed-engine.ts';
import type { Statement } from '#main/host/confirmation/statement.ts';
import type { OutsidePage } from '#shared/settings/outside-page.ts';
import { describe, expect, it } from 'vitest';
import { FakeEngine } from './fake-engine.ts';

const WINDOW = { windowId: 'w' };
const ANSWER = { sessionId: 's', askId: 'a', digest: 'd', answer: { type: 'allow_once' } } as const;
const CALL = { callId: 'c', toolName: 'Bash', cwd: '/p', risk: 'destructive', effects: ['deletes /p/old'], message: 'No rule allows it.' };

function setup(says: (statement: Statement) => boolean | Promise<boolean> = () => true) {
  const engine = new FakeEngine();
  const asked: Statement[] = [];
  const forgotten: string[] = [];
  const state = { command: 'rm -rf old' };
  engine.answer = (command) =>
    command === 'permission.input' ? { input: { command: state.command }, digest: 'd', call: CALL } : { outcome: 'accepted' };
  const confirmer: Confirmer = {
    confirm: async (statement) => {
      asked.push(statement);
      return says(statement);
    },
    forget: ({ windowId }) => void forgotten.push(windowId),
  };
  const setting: { now: OutsidePage } = { now: { isOn: true } };
  const confirmed = withConfirmation(engine, confirmer, () => setting.now);
  const carriedOut = () => engine.handled.map(({ command }) => command).filter((command) => command !== 'permission.input');
  return { engine, asked, forgotten, state, setting, confirmed, carriedOut };
}

describe('a command that may allow something', () => {
  it('is carried out once a person has confirmed it', async () => {
    const { confirmed, carriedOut } = setup();
    expect(await confirmed.handle('permission.answer', ANSWER, WINDOW)).toEqual({ outcome: 'accepted' });
    expect(carriedOut()).toEqual(['permission.answer']);
  });

  it('is refused without, and isn’t carried out', async () => {
    const { confirmed, carriedOut } = setup(() => false);
    await expect(confirmed.handle('permission.answer', ANSWER, WINDOW)).rejects.toMatchObject({ code: 'refused' });
    expect(carriedOut()).toEqual([]);
  });

  it('is shown as the gate would run it, with the facts of its decision', async () => {
    const { confirmed, asked } = setup();
    await confirmed.handle('permission.answer', ANSWER, WINDOW);
    expect(asked[0]?.title).toBe('Allow this call?');
    expect(asked[0]?.rows).toEqual([
      { label: 'Tool', text: 'Bash' },
      { label: 'Risk', text: 'destructive' },
      { label: 'Answer', text: 'allow once' },
      { label: 'Input: command', text: 'rm -rf old' },
      { label: 'Effects', text: 'deletes /p/old' },
      { label: 'Why it asks', text: 'No rule allows it.' },
      { label: 'Folder', text: '/p' },
      { label: 'Call', text: 'c' },
    ]);
  });

  it('shows hidden characters, and the length of what it leaves out', async () => {
    const { confirmed, asked, state } = setup();
    state.command = `echo \u202e${'x'.repeat(30_000)}`;
    await confirmed.handle('permission.answer', ANSWER, WINDOW);
    const shown = asked[0]?.rows.find(({ label }) => label === 'Input: command')?.text;
    expect(shown).toContain('\\u{202e}');
    expect(shown).toMatch(/… 100\d\d characters are not shown …/u);
  });

  it('is refused when it has changed while it was shown', async () => {
    const { confirmed, carriedOut, state } = setup(() => {
      state.command = 'rm -rf /';
      return true;
    });
    await expect(confirmed.handle('permission.answer', ANSWER, WINDOW)).rejects.toThrow('has changed since it was shown');
    expect(carriedOut()).toEqual([]);
  });

  it('is refused when its request is gone', async () => {
    const { engine, confirmed, asked } = setup();
    engine.answer = () => {
      throw new AppError('not_found', 'This request has already been answered.');
    };
    await expect(confirmed.handle('permission.answer', ANSWER, WINDOW)).rejects.toMatchObject({ code: 'not_found' });
    expect(asked).toEqual([]);
  });

  it('has a digest that depends on its whole input and on what is shown', async () => {
    const { confirmed, asked, state } = setup();
    await confirmed.handle('permission.answer', ANSWER, WINDOW);
    await confirmed.handle('permission.answer', { ...ANSWER, answer: { type: 'allow_once', message: 'go on' } }, WINDOW);
    await confirmed.handle('permission.answer', { ...ANSWER, askId: 'b' }, WINDOW);
    state.command = 'ls';
    await confirmed.handle('permission.answer', ANSWER, WINDOW);
    expect(new Set(asked.map(({ digest }) => digest)).size).toBe(4);
  });
});

describe('while the settings can’t be read', () => {
  it('it is confirmed, and says why', async () => {
    const { confirmed, asked, setting } = setup();
    setting.now = { isOn: true, unread: 'settings.json can’t be read.' };
    await confirmed.handle('session.setMode', { sessionId: 's', mode: 'bypassPermissions' }, WINDOW);
    expect(asked[0]?.rows).toContainEqual({ label: 'Why you confirm this', text: 'settings.json can’t be read.' });
  });

  it('it isn’t any more once they can be read and don’t turn it on', async () => {
    const { confirmed, asked, carriedOut, setting } = setup(() => false);
    setting.now = { isOn: false };
    await confirmed.handle('session.setMode', { sessionId: 's', mode: 'bypassPermissions' }, WINDOW);
    expect(asked).toEqual([]);
    expect(carriedOut()).toEqual(['session.setMode']);
  });
});

describe('what is refused is recorded', () => {
  const about = { command: 'permission.answer', sessionId: 's', call: { callId: 'c', tool: 'Bash' } };

  it('when the person didn’t confirm it', async () => {
    const { engine, confirmed, asked } = setup(() => false);
    await expect(confirmed.handle('permission.answer', ANSWER, WINDOW)).rejects.toMatchObject({ code: 'refused' });
    expect(engine.refusals).toEqual([{ ...about, digest: asked[0]?.digest, projectDir: undefined, reason: 'unconfirmed' }]);
  });

  it('when it has changed since', async () => {
    const { engine, confirmed, state } = setup(() => {
      state.command = 'rm -rf /';
      return true;
    });
    await expect(confirmed.handle('permission.answer', ANSWER, WINDOW)).rejects.toMatchObject({ code: 'refused' });
    expect(engine.refusals).toEqual([expect.objectContaining({ ...about, reason: 'changed' })]);
  });

  it('and what is confirmed is not', async () => {
    const { engine, confirmed } = setup();
    await confirmed.handle('permission.answer', ANSWER, WINDOW);
    expect(engine.refusals).toEqual([]);
  });
});

describe('other commands', () => {
  it('are carried out unasked', async () => {
    const { confirmed, asked, carriedOut } = setup(() => false);
    await confirmed.handle('permission.answer', { ...ANSWER, answer: { type: 'deny' } }, WINDOW);
    await confirmed.handle('session.setMode', { sessionId: 's', mode: 'plan' }, WINDOW);
    expect(asked).toEqual([]);
    expect(carriedOut()).toEqual(['permission.answer', 'session.setMode']);
  });
});

describe('opening a folder', () => {
  it('is confirmed unless a person has opened it before', async () => {
    const { engine, confirmed, asked } = setup();
    engine.answer = () => ({ recent: [{ projectDir: '/known' }], openProject: { projectDir: '/open' } });
    for (const path of ['/known', '/open', '/known/../', '/new']) await confirmed.handle('project.open', { path }, WINDOW);
    expect(asked.map(({ rows }) => rows.map(({ text }) => text))).toEqual([['/known/../'], ['/new']]);
  });
});

describe('typing into a terminal', () => {
  const type = { sessionId: 's', terminalId: 't', data: 'l' };

  it('is confirmed once for each terminal and window', async () => {
    const { confirmed, asked, carriedOut } = setup();
    for (const input of [type, { ...type, data: 's' }, { ...type, terminalId: 'u' }])
      await confirmed.handle('terminal.input', input, WINDOW);
    await confirmed.handle('terminal.input', type, { windowId: 'other' });
    expect(asked.map(({ rows }) => rows.map(({ text }) => text))).toEqual([
      ['s', 't'],
      ['s', 'u'],
      ['s', 't'],
    ]);
    expect(carriedOut()).toHaveLength(4);
  });

  it('is asked again after the window has closed', async () => {
    const { confirmed, asked, forgotten } = setup();
    await confirmed.handle('terminal.input', type, WINDOW);
    confirmed.windowClosed(WINDOW);
    await confirmed.handle('terminal.input', type, WINDOW);
    expect(asked).toHaveLength(2);
    expect(forgotten).toEqual(['w']);
  });
});

it('the host is told when the engine is lost and found', () => {
  const { engine, confirmed } = setup();
  const heard: boolean[] = [];
  const told = withConfirmation(
    {
      ...confirmed,
      onConnection: (listener) => {
        listener(false);
        listener(true);
        return () => engine.dispose();
      },
    },
    { confirm: () => Promise.resolve(false), forget: () => undefined },
    () => ({ isOn: true }),
  );
  told.onConnection?.((connected) => void heard.push(connected));
  expect(heard).toEqual([false, true]);
});
