import { describe, expect, it } from 'vitest';
import { type MessageAnswer, text, toolUse } from '#test/support/messages-answer.ts';
import { type RequestBody } from '#test/support/messages-server.ts';
import { DONE, session, skill, states, useSkill } from './skill-session.ts';

describe('a skill that the model uses', () => {
  it('is listed, and its text follows the call', async () => {
    await session(
      {
        own: { 'skills/fix/SKILL.md': skill('description: Fixes lines', 'Fix line $0 of ${CLAUDE_SKILL_DIR}, see @a.txt') },
        message: 'Fix 12',
        answers: [useSkill('fix', '12'), DONE],
      },
      ({ view, read, temp, server }) => {
        expect(read[0]).toContain('- fix: Fixes lines');
        expect(server.requests[0]?.body.tools?.map(({ name }) => name)).toContain('Skill');
        expect(read[1]).toContain(`Fix line 12 of ${temp.homeDir}/.claude/skills/fix, see @a.txt`);
        expect(read[1]).toContain('1\\tfirst');
        expect(read[1]?.match(/Fixes lines/gu)).toHaveLength(1);
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
