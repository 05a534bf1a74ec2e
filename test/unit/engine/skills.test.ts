import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SessionView } from '#shared/session/view.ts';
import { type Answer, type MessageAnswer, text, toolUse } from '#test/support/messages-answer.ts';
import { MessagesServer, type RequestBody } from '#test/support/messages-server.ts';
import { TempProject } from '#test/support/temp-project.ts';
import { EngineWindow } from './engine-window.ts';

interface Run {
  readonly view: SessionView;
  /** The messages of each request, as text. */
  readonly read: readonly string[];
  readonly window: EngineWindow;
  readonly server: MessagesServer;
  readonly temp: TempProject;
}

interface Setting {
  /** Of the project. */
  readonly files?: Readonly<Record<string, string>>;
  /** Of `~/.claude`. */
  readonly own?: Readonly<Record<string, string>>;
  readonly message: string;
  readonly answers: readonly Answer[];
  /** Waits for this instead of the turn's end. */
  readonly until?: (view: SessionView) => boolean;
}

async function session({ files = {}, own = {}, message, answers, until }: Setting, check: (run: Run) => void | Promise<void>) {
  await using server = await MessagesServer.start(...answers);
  using temp = new TempProject({ 'a.txt': 'first\n', ...files });
  for (const [name, content] of Object.entries(own)) {
    const file = join(temp.homeDir, '.claude', name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  await using window = new EngineWindow(temp, server);
  await window.begin(message);
  const view = await (until ? window.until(until) : window.turnEnded());
  const read = server.requests.map(({ body }) => JSON.stringify(body.messages));
  await check({ view, read, window, server, temp });
}

/** The absolute path of a project's file, from the system prompt. */
function pathOf({ system }: RequestBody, file: string): string {
  const folder = /\/\S*gatehouse-test-[^/\s]+\/project/u.exec(JSON.stringify(system))?.[0] ?? '';
  return `${folder}/${file}`;
}

const DONE: Answer = { blocks: [text('Done.')] };
const skill = (front: string, body: string) => `---\n${front}\n---\n${body}\n`;
const states = ({ calls }: SessionView) => Object.values(calls).map(({ toolName, state }) => `${toolName} ${state}`);
const useSkill = (name: string, args?: string): Answer => ({
  blocks: [toolUse('s1', 'Skill', { skill: name, ...(args !== undefined && { args }) })],
});

describe('a skill that the model uses', () => {
  it('is listed, and its text follows the call', async () => {
    await session(
      {
        own: { 'skills/fix/SKILL.md': skill('description: Fixes issues', 'Fix issue $0 of ${CLAUDE_SKILL_DIR}, see @a.txt') },
        message: 'Fix 12',
        answers: [useSkill('fix', '12'), DONE],
      },
      ({ view, read, temp, server }) => {
        expect(read[0]).toContain('- fix: Fixes issues');
        expect(server.requests[0]?.body.tools?.map(({ name }) => name)).toContain('Skill');
        expect(read[1]).toContain(`Fix issue 12 of ${temp.homeDir}/.claude/skills/fix, see @a.txt`);
        expect(read[1]).toContain('1\\tfirst');
        expect(read[1]?.match(/Fixes issues/gu)).toHaveLength(1);
        expect(states(view)).toEqual(['Skill done']);
        expect(view.asks).toEqual([]);
      },
    );
  });

  it('asks first if it allows anything, which then counts until the end of the turn', async () => {
    await session(
      {
        files: { '.claude/skills/make/SKILL.md': skill('allowed-tools: Bash(touch made), Read', 'Make it.') },
        message: 'Make it',
        answers: [
          useSkill('make'),
          { blocks: [toolUse('b1', 'Bash', { command: 'touch made' })] },
          DONE,
          { blocks: [toolUse('b2', 'Bash', { command: 'touch made' })] },
        ],
        until: ({ asks }) => asks.length > 0,
      },
      async ({ view, window }) => {
        const [asked] = view.asks;
        expect(asked?.message).toBe('The skill “make” allows until the end of the turn: Bash(touch made), Read.');
        const { sessionId } = window;
        await window.ask('permission.answer', {
          sessionId,
          askId: asked?.askId ?? '',
          digest: asked?.digest ?? '',
          answer: { type: 'allow_once' },
        });
        const ended = await window.turnEnded();
        expect(states(ended)).toEqual(['Skill done', 'Bash done']);
        expect(ended.items.flatMap((item) => (item.type === 'notice' ? [item.text] : []))).toEqual([
          'The skill “make” allows until the end of this turn: Bash(touch made), Read',
        ]);
        expect(ended.skillsInUse).toEqual([]);
        await window.ask('session.send', { sessionId, text: 'Again' });
        const later = await window.until(({ asks }) => asks.length > 0);
        expect(later.calls['b2']?.state).toBe('waiting');
      },
    );
  });

  it('can’t go past a deny rule or a protected path, and narrows what it says', async () => {
    await session(
      {
        files: {
          '.claude/settings.json': JSON.stringify({ permissions: { deny: ['Bash(touch denied)'], allow: ['Skill', 'Bash(touch free)'] } }),
          '.claude/skills/wide/SKILL.md': skill('allowed-tools: Bash\ndisallowed-tools: Bash(touch free)', 'Do anything.'),
        },
        message: 'Go',
        answers: [
          useSkill('wide'),
          { blocks: [toolUse('b1', 'Bash', { command: 'touch denied' })] },
          { blocks: [toolUse('b2', 'Bash', { command: 'touch free' })] },
          { blocks: [toolUse('b3', 'Bash', { command: 'touch other' })] },
          { blocks: [toolUse('b4', 'Bash', { command: 'touch .git/hooks/x' })] },
        ],
        until: ({ asks }) => asks.length > 0,
      },
      ({ view }) => {
        expect(states(view)).toEqual(['Skill done', 'Bash denied', 'Bash denied', 'Bash done', 'Bash waiting']);
      },
    );
  });

  it('runs its command lines through the gate, and fails with one that fails', async () => {
    await session(
      {
        own: {
          'skills/state/SKILL.md': 'The state: !`echo state-$0-of-it` and more.',
          'skills/bad/SKILL.md': 'Never: !`sh -c "exit 3"`',
          'settings.json': JSON.stringify({ permissions: { allow: ['Skill', 'Skill(state:*)', 'Bash(sh -c "exit 3")'] } }),
        },
        message: 'Go',
        answers: [useSkill('state', '7'), { blocks: [toolUse('s2', 'Skill', { skill: 'bad' })] }, DONE],
      },
      ({ view, read }) => {
        expect(states(view)).toEqual(['Skill done', 'Bash done', 'Skill failed', 'Bash failed']);
        expect(read[1]).toContain('The state: state-7-of-it and more.');
        expect(read[2]).toContain('Its command `sh -c \\"exit 3\\"` failed');
        expect(read[2]).not.toContain('tells you how to do this:\\n\\nNever');
      },
    );
  });

  it('isn’t listed nor run if only people may call it, and unknown ones are named as such', async () => {
    await session(
      {
        own: { 'skills/mine/SKILL.md': skill('disable-model-invocation: true\ndescription: secret', 'Mine.') },
        message: 'Go',
        answers: [useSkill('mine'), { blocks: [toolUse('s2', 'Skill', { skill: '__proto__' })] }, DONE],
      },
      ({ view, read }) => {
        expect(read[0]).not.toContain('secret');
        expect(states(view)).toEqual(['Skill failed', 'Skill failed']);
        expect(read[1]).toContain('can only be called by the user');
        expect(read[2]).toContain('There is no skill');
      },
    );
  });

  it('may work in an agent of its own, with its rules', async () => {
    await session(
      {
        own: {
          'skills/look/SKILL.md': skill('context: fork\nallowed-tools: Bash(touch made)', 'Look at $ARGUMENTS.'),
          'settings.json': JSON.stringify({ permissions: { allow: ['Skill(look *)'] } }),
        },
        message: 'Go',
        answers: [
          useSkill('look', 'it'),
          { blocks: [toolUse('b1', 'Bash', { command: 'touch made' })] },
          { blocks: [text('It is fine.')] },
          { blocks: [toolUse('b2', 'Bash', { command: 'touch made' })] },
        ],
        until: ({ asks }) => asks.length > 0,
      },
      ({ view, read }) => {
        expect(states(view)).toEqual(['Skill done', 'Bash done', 'Bash waiting']);
        expect(read[1]).toContain('Look at it.');
        expect(read[3]).toContain('It is fine.');
        expect(Object.values(view.agents)).toMatchObject([{ agentType: 'general-purpose', state: 'completed' }]);
        expect(view.skillsInUse).toEqual([]);
      },
    );
  });
});

describe('a skill whose agent works in the background', () => {
  const isOfAgent = ({ messages }: RequestBody): boolean => JSON.stringify(messages[0]).includes('Look at it.');
  const answer = (body: RequestBody): MessageAnswer => (isOfAgent(body) ? { blocks: [text('It is fine.')] } : { blocks: [text('Done.')] });

  it('is not waited for; the model gets the report later', async () => {
    await session(
      {
        own: {
          'skills/look/SKILL.md': skill('context: fork\nbackground: true', 'Look at $ARGUMENTS.'),
          'settings.json': JSON.stringify({ permissions: { allow: ['Skill(look *)'] } }),
        },
        message: 'Go',
        answers: [useSkill('look', 'it'), answer, answer, answer, answer],
        until: ({ agents }) => Object.values(agents).some(({ state }) => state === 'completed'),
      },
      async ({ window, server }) => {
        const view = await window.until(({ agents }) => Object.values(agents).every(({ unreported }) => !unreported));
        await server.received(3);
        expect(states(view)).toEqual(['Skill done']);
        expect(Object.values(view.agents)).toMatchObject([{ agentType: 'general-purpose', background: true }]);
        const read = server.requests.map(({ body }) => JSON.stringify(body.messages));
        expect(read.some((messages) => messages.includes('The agent works in the background.'))).toBe(true);
      },
    );
  });
});

describe('a skill or command that a person calls', () => {
  it('runs without asking; the model reads its text after the message', async () => {
    await session(
      {
        files: {
          '.claude/commands/front/new.md': skill('allowed-tools: Bash(cat a.txt:*)', 'New $1: !`cat a.txt | wc -l` lines. $ARGUMENTS'),
        },
        message: '/front:new "a b" c',
        answers: [DONE],
      },
      ({ view, read }) => {
        expect(states(view)).toEqual(['Skill done', 'Bash done']);
        expect(read[0]).toMatch(/New a b: 1 lines\. \\"a b\\" c/u);
        expect(view.items.map(({ type }) => type)).toEqual(['user', 'notice', 'attachment', 'text']);
        expect(view.title).toBe('/front:new "a b" c');
      },
    );
  });

  it('ends the turn if it can’t be used', async () => {
    await session(
      {
        own: {
          'commands/no.md': 'Do !`touch x`',
          'settings.json': JSON.stringify({ permissions: { deny: ['Bash(touch x)'] } }),
        },
        message: '/no',
        answers: [],
      },
      ({ view, server }) => {
        expect(view.lastTurn?.outcome).toBe('stopped');
        expect(view.lastTurn?.error).toContain('/no can’t be used');
        expect(server.requests).toEqual([]);
      },
    );
  });

  it('is refused by a UserPromptExpansion hook', async () => {
    const hook = { matcher: 'no', hooks: [{ type: 'command', command: 'echo not now >&2; exit 2' }] };
    await session(
      {
        own: { 'commands/no.md': 'Text', 'settings.json': JSON.stringify({ hooks: { UserPromptExpansion: [hook] } }) },
        message: '/no',
        answers: [],
      },
      ({ view }) => expect(view.lastTurn?.error).toContain('refused the command /no: not now'),
    );
  });

  it('can’t be one that a rule denies', async () => {
    await session(
      {
        own: { 'commands/a/b.md': 'Text', 'settings.json': JSON.stringify({ permissions: { deny: ['Skill(a:b)'] } }) },
        message: '/a:b',
        answers: [],
      },
      ({ view }) => expect(view.lastTurn?.outcome).toBe('stopped'),
    );
  });

  it('isn’t called by other messages with a slash', async () => {
    await session({ own: { 'commands/a.md': 'Text' }, message: '/usr/bin is full', answers: [DONE] }, ({ view }) => {
      expect(states(view)).toEqual([]);
    });
  });

  it('runs no command lines where the settings disable them', async () => {
    await session(
      {
        own: { 'commands/a.md': 'See !`touch x`', 'settings.json': JSON.stringify({ disableSkillShellExecution: true }) },
        files: { '.claude/settings.json': JSON.stringify({ disableSkillShellExecution: false }) },
        message: '/a',
        answers: [DONE],
      },
      ({ view, read }) => {
        expect(states(view)).toEqual(['Skill done']);
        expect(read[0]).toContain('the settings disable commands in skills');
      },
    );
  });
});

describe('what a call touches', () => {
  it('brings the instruction files of its folder and the skills for its files, once', async () => {
    await session(
      {
        files: {
          'pkg/CLAUDE.md': 'Use tabs here.',
          'pkg/a.ts': 'a',
          'pkg/b.ts': 'b',
          '.claude/rules/ts.md': '---\npaths: "*.ts"\n---\nNo any.',
          '.claude/skills/typed/SKILL.md': skill('description: for types\npaths: "pkg/**"', 'Typed.'),
        },
        message: 'Go',
        answers: [
          (request) => ({ blocks: [toolUse('r1', 'Read', { file_path: pathOf(request, 'pkg/a.ts') })] }),
          (request) => ({ blocks: [toolUse('r2', 'Read', { file_path: pathOf(request, 'pkg/b.ts') })] }),
          DONE,
        ],
      },
      async ({ read, window, temp }) => {
        expect(read[0]).not.toContain('typed');
        expect(read[0]).not.toContain('Use tabs');
        for (const told of ['Use tabs here.', 'No any.', '- typed: for types']) {
          expect(read[1]).toContain(told);
          expect(read[2]?.split(told)).toHaveLength(2);
        }
        const { instructions } = await window.ask('session.context', { sessionId: window.sessionId });
        expect(instructions.filter(({ path }) => path.startsWith(temp.projectDir))).toMatchObject([
          { path: temp.path('.claude/rules/ts.md'), trusted: true },
          { path: temp.path('pkg/CLAUDE.md'), trusted: true, chars: 14 },
        ]);
      },
    );
  });
});
