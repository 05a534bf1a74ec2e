import { describe, expect, it } from 'vitest';
import { toolUse } from '#test/support/messages-answer.ts';
import { DONE, pathOf, session, skill, states } from './skill-session.ts';

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
