import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadSettings } from '#main/settings/load-settings.ts';
import { TrustStore } from '#main/settings/trust-store.ts';
import type { SessionView } from '#shared/session/view.ts';
import { text, toolUse, type Answer } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { TempProject } from '#test/support/temp-project.ts';
import { tempProject } from '../settings/temp-project.ts';
import { EngineWindow } from './engine-window.ts';

const DONE: Answer = { blocks: [text('Done.')] };
const bash = (id: string, command = 'echo hi'): Answer => ({ blocks: [toolUse(id, 'Bash', { command })] });
const states = ({ calls }: SessionView) => Object.values(calls).map(({ toolName, state }) => `${toolName} ${state}`);

/** Front matter with a hook for Bash. */
const guarded = (front: string, hook: string, event = 'PreToolUse') =>
  `---\n${front}\nhooks:\n  ${event}:\n    - matcher: Bash\n      hooks:\n        - ${hook}\n---\nDo it.\n`;

describe('hooks of a skill', () => {
  it('block the calls of the agent that uses it, until the end of the turn', async () => {
    using temp = new TempProject({
      '.claude/skills/careful/SKILL.md': guarded('description: Careful.', `{ type: command, command: "echo no >&2; exit 2" }`),
    });
    await using server = await MessagesServer.start(bash('b1'), DONE, bash('b2'), DONE);
    await using window = new EngineWindow(temp, server);
    await window.begin('/careful');
    expect(states(await window.turnEnded())).toEqual(['Skill done', 'Bash denied']);
    await window.ask('session.send', { sessionId: window.sessionId, text: 'Again.' });
    const after = await window.until(({ turn, calls }) => turn === null && Object.keys(calls).length === 3);
    expect(states(after).at(-1)).toBe('Bash done');
  });

  it('with `once` are called once in a session', async () => {
    using temp = new TempProject({
      '.claude/skills/noted/SKILL.md': guarded('description: Noted.', `{ type: command, command: "echo x >> runs", once: true }`),
    });
    await using server = await MessagesServer.start(bash('b1'), bash('b2'), DONE);
    await using window = new EngineWindow(temp, server);
    await window.begin('/noted');
    expect(states(await window.turnEnded())).toEqual(['Skill done', 'Bash done', 'Bash done']);
    expect(readFileSync(temp.path('runs'), 'utf8')).toBe('x\n');
  });

  it('are on the card when the model wants to use it', async () => {
    using temp = new TempProject({
      '.claude/skills/noted/SKILL.md': guarded('description: Noted.', `{ type: command, command: ./note.sh }`),
    });
    await using server = await MessagesServer.start({ blocks: [toolUse('s', 'Skill', { skill: 'noted' })] }, DONE);
    await using window = new EngineWindow(temp, server);
    await window.begin('Go.');
    const { asks } = await window.until((view) => view.asks.length > 0);
    expect(asks[0]?.message).toBe('The skill “noted” calls hooks until the end of the turn: ./note.sh at PreToolUse.');
  });

  it('don’t run where the settings switch hooks off', async () => {
    using temp = new TempProject({
      '.claude/settings.json': '{"disableAllHooks": true}',
      '.claude/skills/noted/SKILL.md': guarded('description: Noted.', `{ type: command, command: "touch ran" }`),
    });
    await using server = await MessagesServer.start(bash('b1'), DONE);
    await using window = new EngineWindow(temp, server);
    await window.begin('/noted');
    await window.turnEnded();
    expect(existsSync(temp.path('ran'))).toBe(false);
  });
});

describe('hooks of an agent type', () => {
  it('are called for its agents only, and its Stop hooks when one ends', async () => {
    using temp = new TempProject({
      '.claude/agents/builder.md': guarded('name: builder\ndescription: Builds.', `{ type: command, command: "exit 2" }`),
      '.claude/agents/ender.md': guarded('name: ender\ndescription: Ends.', `{ type: command, command: "touch ended" }`, 'Stop').replace(
        '    - matcher: Bash\n      hooks',
        '    - hooks',
      ),
    });
    const start = (id: string, type: string): Answer => ({
      blocks: [toolUse(id, 'Agent', { description: 'Work', prompt: 'Work.', subagent_type: type })],
    });
    await using server = await MessagesServer.start(bash('m'), start('a', 'builder'), bash('b'), DONE, start('e', 'ender'), DONE, DONE);
    await using window = new EngineWindow(temp, server);
    await window.begin('Go.');
    const view = await window.turnEnded();
    expect(states(view)).toEqual(['Bash done', 'Agent done', 'Bash denied', 'Agent done']);
    expect(existsSync(temp.path('ended'))).toBe(true);
  });
});

describe('hooks in a front matter', () => {
  it.each([
    ['of an unknown event', 'Nonsense:\n    - hooks: []\n  Nope:\n    - hooks: [{ type: command, command: x }]', 'no such event'],
    ['without what they need', 'Stop:\n    - hooks: [{ type: command }]', 'needs “command”'],
    ['that aren’t hooks', 'Stop: 3', 'hooks'],
  ])('%s make the file ignored, with the reason', (_what, hooks, why) => {
    const temp = tempProject();
    temp.write('home/.claude/skills/a/SKILL.md', `---\ndescription: A.\nhooks:\n  ${hooks}\n---\nDo it.\n`);
    temp.write('home/.claude/agents/b.md', `---\nname: b\ndescription: B.\nhooks:\n  ${hooks}\n---\nDo it.\n`);
    const { skills, agents, problems } = loadSettings(temp);
    expect([skills, agents]).toEqual([[], []]);
    expect(problems).toHaveLength(2);
    for (const { message } of problems) expect(message).toContain(why);
  });

  it('are listed before a folder is trusted, and trust covers the scripts that they name', async () => {
    const temp = tempProject();
    temp.write('project/check.sh', 'exit 0');
    temp.write('project/.claude/skills/a/SKILL.md', guarded('description: A.', '{ type: command, command: ./check.sh }'));
    const trust = new TrustStore(temp);
    expect(trust.untrustedItems(temp.projectDir).join('\n')).toContain('runs ./check.sh at PreToolUse while it is used');
    await trust.trust(temp.projectDir);
    expect(trust.isTrusted(temp.projectDir)).toBe(true);
    temp.write('project/check.sh', 'rm -rf x');
    expect(trust.isTrusted(temp.projectDir)).toBe(false);
  });
});
