import { beforeAll, describe, expect, it } from 'vitest';
import { makePermissionContext } from '#main/permission/tool-permission-context.ts';
import { createPermissionEngine } from '#main/permission/create-permission-engine.ts';
import type { PermissionCall, PermissionEngine } from '#main/permission/permission-engine.ts';
import { parseRule } from '#shared/permission/grammar.ts';
import type { Decision } from '#shared/permission/decision.ts';
import type { PermissionMode } from '#shared/permission/mode.ts';
import type { RuleBehavior, RuleEntry } from '#shared/permission/rule.ts';
import { seamRow } from './seam-rows.ts';

let engine: PermissionEngine;
beforeAll(async () => {
  engine = await createPermissionEngine();
});

type Lists = Partial<Record<RuleBehavior, readonly string[] | undefined>>;

function decide(call: Omit<PermissionCall, 'cwd'>, lists: Lists = {}, mode: PermissionMode = 'default'): Decision {
  const rules = Object.entries(lists).flatMap(([behavior, texts]) =>
    (texts ?? []).map((text, index): RuleEntry => ({
      id: `cli:${behavior}:${String(index)}`,
      behavior: behavior as RuleBehavior,
      source: 'cli',
      text,
    })),
  );
  const context = makePermissionContext({
    projectDir: '/project',
    homeDir: '/home/u',
    stateDir: '/state',
    mode,
    isBypassPermissionsModeAvailable: true,
    rules,
  });
  return engine.decide(engine.analyse({ ...call, cwd: '/project' }, context), context);
}

describe('layer-018: suggested rules', () => {
  it.each(['', '>> out', '2> out'])('never cover a redirect (%s)', (tail) => {
    const written = String(seamRow('layer-018').input['command']);
    const command = tail === '' ? written : `git log ${tail}`;
    const { behavior, suggestions } = decide({ toolName: 'Bash', input: { command } });
    expect(behavior).not.toBe('allow');
    const offered = suggestions.flatMap((one) => (one.type === 'addRules' ? one.rules : []));
    expect(offered.filter((rule) => rule.includes('git log'))).toEqual([]);
  });
});

describe('layer-020: a malformed rule', () => {
  const { rule } = seamRow('layer-020').input as { rule: string };

  it('is reported', () => {
    const { body, diagnostics } = parseRule(rule, 'deny');
    expect(body.kind).toBe('inert');
    expect(diagnostics.map(({ severity }) => severity)).toContain('error');
  });

  it('allows nothing', () => {
    expect(decide({ toolName: 'Bash', input: { command: 'rm a' } }, { allow: [rule] }).behavior).not.toBe('allow');
  });

  it.each(['deny', 'ask'] as const)('blocks what it may have been meant for (%s list)', (list) => {
    const held = (toolName: string, input: Record<string, string>, broken: string) =>
      decide({ toolName, input }, { allow: ['Bash', 'Read', 'Edit'], [list]: [broken] }).behavior;
    expect(held('Bash', { command: 'npm test' }, rule)).toBe('ask');
    expect(held('Bash', { command: 'ls' }, rule)).toBe('ask');
    expect(held('Read', { file_path: 'a.txt' }, 'Read(secrets/**')).toBe('ask');
    expect(held('Grep', { pattern: 'x' }, 'Read(secrets/**')).toBe('ask');
    expect(held('Bash', { command: 'cat a.txt' }, 'Read(secrets/**')).toBe('ask');
    expect(held('Read', { file_path: 'a.txt' }, rule)).toBe('allow');
  });
});

describe('layer-012: the Agent tool', () => {
  const row = seamRow('layer-012');

  it('is denied by rules under its new and its old name', () => {
    for (const toolName of ['Task', 'Agent'])
      for (const text of ['Task', 'Agent', 'Task(x)', 'Agent(x)'])
        expect(decide({ toolName, input: row.input }, { deny: [text] }).behavior).toBe('deny');
  });

  it('applies the same deny rules to a sub-agent’s commands', () => {
    const call = { toolName: 'Bash', input: { command: 'curl https://example.com' } };
    for (const mode of ['default', 'bypassPermissions'] as const)
      expect(decide(call, { deny: row.context.deny }, mode).behavior).toBe('deny');
  });
});

describe('a suspended MCP tool', () => {
  it.each([
    ['mcp-003', { serverName: 'weather', toolName: 'get' }],
    ['mcp-006', { serverName: 'git.hub', toolName: 'x' }],
  ] as const)('%s: asks regardless of allow rules', (id, mcp) => {
    const row = seamRow(id);
    const call = { toolName: row.tool, input: row.input };
    const { allow } = row.context;
    expect(decide({ ...call, mcp }, { allow }).behavior).toBe('allow');
    for (const lists of [{ allow }, { allow: [row.tool] }, { allow: [row.tool.split('__', 2).join('__')] }, { allow: ['mcp__*'] }]) {
      const decision = decide({ ...call, mcp: { ...mcp, suspended: 'It changed since it was allowed.' } }, lists);
      expect(decision.behavior).toBe('ask');
      expect(decision.suggestions).toEqual([]);
    }
    const denied = decide({ ...call, mcp: { ...mcp, suspended: 'It changed since it was allowed.' } }, { deny: [row.tool] });
    expect(denied.behavior).toBe('deny');
  });
});
