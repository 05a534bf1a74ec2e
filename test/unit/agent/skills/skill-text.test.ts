import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calledSkill } from '#main/agent/skills/called-skills.ts';
import { splitArguments, withArguments } from '#main/agent/skills/skill-arguments.ts';
import { listed } from '#main/agent/skills/skill-listing.ts';
import { skillParts } from '#main/agent/skills/skill-parts.ts';
import type { SkillDefinition } from '#shared/settings/skill-definition.ts';

const skill = (fields: Partial<SkillDefinition> = {}): SkillDefinition => ({
  name: 'a',
  kind: 'skill',
  description: '',
  argumentNames: [],
  allowedTools: [],
  disallowedTools: [],
  byModel: true,
  byPerson: true,
  body: '',
  source: 'user',
  file: '/s/a/SKILL.md',
  folder: '/s/a',
  base: '/',
  ...fields,
});
const filled = (body: string, args: string, fields: Partial<SkillDefinition> = {}) =>
  withArguments(body, skill({ body, ...fields }), { args, sessionId: 'S', projectDir: '/p' });

describe('the placeholders of a skill', () => {
  it.each([
    ['all arguments', 'Fix $ARGUMENTS.', 'a "b c"', 'Fix a "b c".'],
    ['one by its index', '$ARGUMENTS[0]-$ARGUMENTS[1]-$ARGUMENTS[9]', 'a "b c"', 'a-b c-'],
    ['one by its number', '$0 and $1', 'a b', 'a and b'],
    ['the folders and the session', '${CLAUDE_SKILL_DIR} ${CLAUDE_PROJECT_DIR} ${CLAUDE_SESSION_ID}', '', '/s/a /p S'],
    ['a placeholder in an argument stays', '$0 $1', '$1 $ARGUMENTS', '$1 $ARGUMENTS'],
    ['no others', '$HOME ${HOME} $5x $$ $ARGUMENTSX', 'a', '$HOME ${HOME} $5x $$ $ARGUMENTSX'],
  ])('stand for %s', (_what, body, args, text) => {
    expect(filled(body, args)).toBe(text);
  });

  it('are counted from 1 in a command that nowhere uses $0', () => {
    expect(filled('$1 $2', 'a b', { kind: 'command' })).toBe('a b');
    expect(filled('$0 $1', 'a b', { kind: 'command' })).toBe('a b');
  });

  it('may have names', () => {
    expect(filled('$stage of $version, $other', 'live 2', { argumentNames: ['stage', 'version'] })).toBe('live of 2, $other');
  });

  it('are filled in without an exception for any arguments', () => {
    fc.assert(fc.property(fc.string(), fc.string(), (body, args) => typeof filled(body, args) === 'string'));
    expect(splitArguments('a "b c" \'d "e\' f"g "open ')).toEqual(['a', 'b c', 'd "e', 'f"g', 'open ']);
  });
});

describe('command lines in a skill', () => {
  it('stand in !`…` after a space, or in a block marked with !', () => {
    expect(skillParts('State: !`git status`\n```!\nnpm -v\nnode -v\n```\nx!`no` `!`')).toEqual([
      { type: 'text', text: 'State: ' },
      { type: 'command', command: 'git status' },
      { type: 'text', text: '\n' },
      { type: 'command', command: 'npm -v\nnode -v' },
      { type: 'text', text: '\nx!`no` `!`' },
    ]);
  });

  it('never come from arguments', () => {
    expect(skillParts(filled('Say $ARGUMENTS', '')).every(({ type }) => type === 'text')).toBe(true);
    // Split first, filled in afterwards.
    const parts = skillParts('Say $ARGUMENTS');
    expect(parts).toEqual([{ type: 'text', text: 'Say $ARGUMENTS' }]);
  });
});

describe('the list of skills', () => {
  const skills = ['one', 'two', 'three'].map((name) => skill({ name, description: `${name} `.repeat(100).trim() }));

  it('has a line for each, within its size limit', () => {
    expect(listed([skill({ description: 'does it', whenToUse: 'When asked.' })], 1000, 1536)).toBe('- a: does it When asked.');
    const short = listed(skills, 300, 1536);
    expect(short.length).toBeLessThanOrEqual(300);
    expect(short.split('\n').map((line) => line.split(':')[0])).toEqual(['- one', '- two', '- three']);
    expect(
      listed(skills, 10_000, 30)
        .split('\n')
        .every((line) => line.length <= 40),
    ).toBe(true);
  });

  it('has only the names when there is no space', () => {
    expect(listed(skills, 40, 1536)).toBe('- one\n- two\n- three');
  });

  it('counts the names that don’t fit', () => {
    const many = Array.from({ length: 3000 }, (_, index) => skill({ name: `skill-${String(index)}`, description: 'x' }));
    const lines = listed(many, 100, 1536);
    expect(lines.length).toBeLessThan(21_000);
    expect(lines).toMatch(/… and \d+ more$/u);
  });
});

describe('a message that calls a skill', () => {
  const skills = [
    skill({ name: 'fix' }),
    skill({ name: 'front:end' }),
    skill({ name: 'compact' }),
    skill({ name: 'hidden', byPerson: false }),
  ];
  it.each([
    ['/fix', 'fix', ''],
    ['  /fix  12 now ', 'fix', '12 now'],
    ['/front:end a\nb', 'front:end', 'a\nb'],
    ['/compact', undefined, undefined],
    ['/hidden', undefined, undefined],
    ['/usr/bin is full', undefined, undefined],
    ['/fixed', undefined, undefined],
    ['please /fix', undefined, undefined],
  ])('%j', (message, name, args) => {
    const called = calledSkill(message, skills);
    expect(called?.skill.name).toBe(name);
    expect(called?.args).toBe(args);
  });
});
