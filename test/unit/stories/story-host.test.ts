import { describe, expect, it } from 'vitest';
import { commands, type CommandName } from '#shared/contract/commands.ts';
import type { PushMessage } from '#shared/contract/message.ts';
import { pushes } from '#shared/contract/pushes.ts';
import { parseSessionEvent } from '#shared/session/event.ts';
import { unpackView } from '#shared/session/pack-view.ts';
import { SESSION_ID, type FakeHost } from '../../../stories/host/fake-host.ts';
import { storyHost } from '../../../stories/host/story-host.ts';
import { PANE_STORIES } from '../../../stories/pane-stories.ts';
import { WINDOW_STORIES } from '../../../stories/window-stories.ts';

const NOW = Date.UTC(2026, 0, 1);
const hosts: Record<string, () => FakeHost> = {
  ...Object.fromEntries(Object.entries(WINDOW_STORIES).map(([name, story]) => [`window: ${name}`, () => storyHost(story())])),
  ...Object.fromEntries(Object.entries(PANE_STORIES).map(([name, story]) => [`panes: ${name}`, () => storyHost(story(NOW, 200))])),
};

const sessionId = SESSION_ID;
/** What the window asks of every session. `session.open` is asked for separately: some stories fail it. */
const REQUESTS: readonly (readonly [CommandName, object])[] = [
  ['app.state', {}],
  ['project.browse', { path: null }],
  ['project.open', { path: '/home/ada/code/tide-table' }],
  ['session.list', { projectDir: '/home/ada/code/tide-table' }],
  ['session.modes', { sessionId }],
  ['asks.list', { projectDir: '/home/ada/code/tide-table' }],
  ['call.output', { sessionId, callId: 'c1', offset: 0 }],
  ['call.rules', { sessionId, callId: 'c1' }],
  ['terminal.open', { sessionId, terminalId: 't2' }],
  ['rules.list', { projectDir: '/home/ada/code/tide-table' }],
];

async function ask(host: FakeHost, command: CommandName, input: object): Promise<unknown> {
  const response = await host.request({ id: 1, command, input });
  if (!response.ok) throw new Error(`${command}: ${response.error.message}`);
  return commands[command].output.parse(response.output);
}

function received(host: FakeHost): PushMessage[] {
  const messages: PushMessage[] = [];
  host.onPush((message) => messages.push(message));
  return messages;
}

describe('the host of the stories', () => {
  it.each(Object.entries(hosts))('%s: answers by the contract', async (_name, make) => {
    const host = make();
    for (const [command, input] of REQUESTS) await ask(host, command, input);
    for (const callId of host.view.callOrder.slice(0, 20)) await ask(host, 'call.detail', { sessionId, callId });
    for (const { askId } of host.view.asks) await ask(host, 'permission.input', { sessionId, askId });
  });

  it('shows a session whose calls it knows', async () => {
    const host = storyHost(PANE_STORIES['settled']?.(NOW, 0) ?? expect.unreachable());
    const { packed } = commands['session.open'].output.parse(await ask(host, 'session.open', { sessionId, projectDir: '/' }));
    expect(Object.keys(unpackView(packed).calls)).toEqual(host.view.callOrder);
  });

  it.each(['deny', 'allow_once'])('sends what %s does, as events of the contract', async (type) => {
    const host = storyHost(PANE_STORIES['edit']?.(NOW, 0) ?? expect.unreachable());
    const messages = received(host);
    const [first] = host.view.asks;
    await ask(host, 'permission.answer', { sessionId, askId: first?.askId, answer: { type }, digest: first?.digest });
    expect(host.view.asks.map(({ askId }) => askId)).not.toContain(first?.askId);
    expect(host.view.calls[first?.callId ?? '']?.state).toBe(type === 'deny' ? 'denied' : 'running');
    expect(messages).toHaveLength(2);
    for (const message of messages) pushes['session.events'].parse(message.payload).events.forEach(parseSessionEvent);
  });

  it('reports a command without a handler', async () => {
    const response = await storyHost(PANE_STORIES['live']?.(NOW, 0) ?? expect.unreachable()).request({
      id: 1,
      command: 'mcp.list',
      input: {},
    });
    expect(response).toMatchObject({ ok: false, error: { code: 'unknown_command' } });
  });
});
