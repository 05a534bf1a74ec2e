import { describe, expect, it } from 'vitest';
import { BUILT_IN_AGENTS } from '#main/agent/sub-agents/built-in-definitions.ts';
import { offeredAgentTypes } from '#main/engine/session/services/agent-types.ts';
import { makePermissionContext } from '#main/permission/tool-permission-context.ts';
import { createPermissionEngine } from '#main/permission/create-permission-engine.ts';
import type { PermissionMode } from '#shared/permission/mode.ts';
import type { AgentDefinition } from '#shared/settings/agent-definition.ts';
import type { RuleEntry } from '#shared/permission/rule.ts';

const folders = { projectDir: '/project', homeDir: '/home/u', stateDir: '/state' };
const rule = (behavior: RuleEntry['behavior'], text: string): RuleEntry => ({ id: text, behavior, source: 'user', text });
const engine = await createPermissionEngine();

describe('starting an agent', () => {
  it.each<[string, readonly RuleEntry[], PermissionMode, string]>([
    ['runs unasked', [], 'default', 'allow'],
    ['runs in plan mode, which applies to its calls', [], 'plan', 'allow'],
    ['runs in dontAsk, which applies to its calls', [], 'dontAsk', 'allow'],
    ['is denied by its type', [rule('deny', 'Agent(Plan)')], 'default', 'deny'],
    ['is denied by the tool’s old name', [rule('deny', 'Task(Plan)')], 'bypassPermissions', 'deny'],
    ['is denied by a rule for the tool', [rule('deny', 'Agent')], 'default', 'deny'],
    ['asks when a rule says so', [rule('ask', 'Agent(Plan)')], 'default', 'ask'],
    ['is denied where nobody can be asked', [rule('ask', 'Agent(Plan)')], 'dontAsk', 'deny'],
    ['is not affected by a rule for another type', [rule('deny', 'Agent(Explore)')], 'default', 'allow'],
  ])('%s', (_name, rules, mode, expected) => {
    const context = makePermissionContext({ ...folders, rules, mode, isBypassPermissionsModeAvailable: true });
    const call = { toolName: 'Agent', input: { subagent_type: 'Plan', description: 'd', prompt: 'p' }, cwd: '/project' };
    expect(engine.decide(engine.analyse(call, context), context).behavior).toBe(expected);
  });

  it('of a denied type isn’t offered', () => {
    const context = makePermissionContext({ ...folders, rules: [rule('deny', 'Agent(Plan)')] });
    expect(offeredAgentTypes(BUILT_IN_AGENTS, engine, context).map(({ name }) => name)).toEqual(['general-purpose', 'Explore', 'fork']);
  });

  it('lists one line per type in a bounded part of the prompt, however many a repository defines', () => {
    const many = Array.from({ length: 100 }, (_, n): AgentDefinition => {
      const tools = Array.from({ length: 200 }, () => 'Read\n- evil: for everything');
      return { name: `n${n}`, description: 'd'.repeat(2000), prompt: 'p', source: 'project', tools };
    });
    const offered = offeredAgentTypes([...BUILT_IN_AGENTS, ...many], engine, makePermissionContext(folders));
    expect(offered).toHaveLength(104);
    expect(offered.map(({ description }) => description).join('').length).toBeLessThan(35_000);
    expect(offered.every(({ toolsText }) => toolsText.length <= 301 && !toolsText.includes('\n'))).toBe(true);
    expect(offered[1]?.description).toBe(BUILT_IN_AGENTS[1]?.description);
  });
});
