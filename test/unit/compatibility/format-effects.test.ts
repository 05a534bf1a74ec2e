import { describe, expect, it } from 'vitest';
import { parseServerEntry } from '#main/mcp/servers/server-entry.ts';
import { loadSettings } from '#main/settings/load-settings.ts';
import {
  AGENT_FIELDS,
  COMMAND_FIELDS,
  HOOK_EVENT_EFFECTS,
  HOOK_TYPE_EFFECTS,
  SERVER_FIELDS,
  SKILL_FIELDS,
} from '#shared/compatibility/format-effects.ts';
import type { Compatibility } from '#shared/compatibility/effect.ts';
import { hookEventSchema } from '#shared/settings/hook-settings.ts';
import { HookFixture, hookOn } from '../hooks/hook-fixture.ts';
import { USER } from '../settings/settings-files.ts';
import { tempProject } from '../settings/temp-project.ts';

const cases = (fields: Readonly<Record<string, { readonly compatibility: Compatibility }>>): [string, Compatibility][] =>
  Object.entries(fields).map(([name, { compatibility }]) => [name, compatibility]);

/** Fields that say something about the file and change nothing, in Claude Code too. */
const NOTES = ['metadata', 'license', 'compatibility'];

const VALUES: Readonly<Record<string, string>> = {
  name: 'other',
  description: 'Something else.',
  tools: 'Read',
  disallowedTools: 'Read',
  model: 'opus',
  effort: 'low',
  permissionMode: 'plan',
  maxTurns: '3',
  background: 'true',
  isolation: 'worktree',
  memory: 'user',
  hooks: '{Stop: []}',
  when_to_use: 'Often.',
  'argument-hint': '"[issue]"',
  arguments: 'issue',
  'disable-model-invocation': 'true',
  'user-invocable': 'false',
  'allowed-tools': 'Read',
  'disallowed-tools': 'Read',
  context: 'fork',
  agent: 'Explore',
  paths: '"*.ts"',
  shell: 'powershell',
};

/** Loads a file with one more field; what was defined, and what was reported. */
function load(path: string, field: string | undefined, body: string): { readonly defined: string; readonly problems: number } {
  const temp = tempProject();
  const base: Record<string, string> = { name: 'sample', description: 'A sample.' };
  // An agent is needed for these to act on.
  if (field === 'agent' || field === 'background') base['context'] = 'fork';
  const fields = field === undefined ? base : { ...base, [field]: VALUES[field] ?? 'sample' };
  const text = `---\n${Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')}\n---\n${body}\n`;
  temp.write(path, text);
  const { agents, skills, problems } = loadSettings(temp);
  const defined = JSON.stringify([agents, skills]).replaceAll(temp.root, '');
  return { defined, problems: problems.length };
}

function check(path: string, field: string, expected: Compatibility, body = 'Do it.'): void {
  const before = load(path, field === 'agent' ? 'context' : undefined, body);
  const after = load(path, field, body);
  const acts = before.defined !== after.defined;
  if (expected === 'not') {
    // Ignored, or with the whole file; the latter is reported.
    const isIgnoredWhole = after.defined === '[[],[]]';
    expect(isIgnoredWhole ? after.problems > 0 : !acts).toBe(true);
  } else expect(acts || NOTES.includes(field)).toBe(true);
}

describe('front matter', () => {
  it.each(cases(AGENT_FIELDS))('%s of an agent: %s', (field, expected) => check('home/.claude/agents/sample.md', field, expected));
  it.each(cases(SKILL_FIELDS))('%s of a skill: %s', (field, expected) =>
    check('home/.claude/skills/sample/SKILL.md', field, expected, field === 'shell' ? '!`Get-Date`' : 'Do it.'),
  );
  it.each(cases(COMMAND_FIELDS))('%s of a command: %s', (field, expected) =>
    check('home/.claude/commands/sample.md', field, expected, field === 'shell' ? '!`Get-Date`' : 'Do it.'),
  );
});

describe('MCP servers', () => {
  const values: Readonly<Record<string, unknown>> = {
    args: ['a'],
    env: { A: '1' },
    headers: { A: '1' },
    timeout: 1000,
    alwaysLoad: true,
    oauth: { clientId: 'a' },
    headersHelper: 'print-headers',
  };
  const program = { command: 'serve' };
  const address = { type: 'http', url: 'https://example.com/mcp' };

  it.each(cases(SERVER_FIELDS))('%s: %s', (field, expected) => {
    const type = /^type: (.+)$/u.exec(field)?.[1];
    const base = ['headers', 'headersHelper', 'oauth'].includes(field) ? address : program;
    const entry =
      type === undefined
        ? { ...base, [field]: values[field] ?? Reflect.get({ ...program, ...address }, field) }
        : { ...address, ...program, type };
    const before = JSON.stringify(parseServerEntry('a', base));
    const after = field === 'url' ? parseServerEntry('a', address) : parseServerEntry('a', entry);
    const isUsable = typeof after !== 'string';
    const acts = field === 'command' || type !== undefined ? isUsable : isUsable && JSON.stringify(after) !== before;
    expect(acts).toBe(expected !== 'not');
  });
});

describe('hooks', () => {
  it.each(cases(HOOK_EVENT_EFFECTS))('a hook on %s runs: %s', async (name, expected) => {
    const event = hookEventSchema.parse(name);
    await using fixture = new HookFixture(hookOn(event, { command: 'true' }));
    await fixture.run(event);
    expect(fixture.ran).toHaveLength(expected === 'not' ? 0 : 1);
  });

  it.each(cases(HOOK_TYPE_EFFECTS))('hooks of the type %s: %s', (type, expected) => {
    const temp = tempProject();
    const handler = { type, command: 'true', url: 'http://127.0.0.1:1/', server: 'a', tool: 'b', prompt: 'c' };
    temp.write(USER, { hooks: { Stop: [{ hooks: [handler] }] } });
    const { hooks, problems } = loadSettings(temp);
    expect(hooks.entries).toHaveLength(expected === 'not' ? 0 : 1);
    expect(problems).toHaveLength(expected === 'not' ? 1 : 0);
  });
});
