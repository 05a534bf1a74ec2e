import { beforeAll, describe, expect, it } from 'vitest';
import { makePermissionContext, type ToolPermissionContext } from '#main/permission/tool-permission-context.ts';
import { createPermissionEngine } from '#main/permission/create-permission-engine.ts';
import type { PermissionEngine } from '#main/permission/permission-engine.ts';
import { decideWithHook, type HookDecision } from '#main/permission/hook-decision.ts';
import type { RuleEntry } from '#shared/permission/rule.ts';
import { TempProject } from '#test/support/temp-project.ts';

let engine: PermissionEngine;
let place: TempProject;
beforeAll(async () => {
  engine = await createPermissionEngine();
  place = new TempProject();
  return () => place[Symbol.dispose]();
});

const rule = (behavior: RuleEntry['behavior'], text: string): RuleEntry => ({ id: text, behavior, source: 'user', text });
const hookDecision = (behavior: HookDecision['behavior'], suppliesInput = false): HookDecision => ({
  behavior,
  reason: 'so',
  by: '[User] h',
  suppliesInput,
});

function decide(command: string, said: HookDecision | undefined, more: Partial<ToolPermissionContext> = {}) {
  const { projectDir, homeDir, stateDir } = place;
  const context = makePermissionContext({ projectDir, homeDir, stateDir, ...more });
  const facts = engine.analyse({ toolName: 'Bash', input: { command }, cwd: projectDir }, context);
  return decideWithHook(engine, facts, context, undefined, said);
}

describe('combining a hook decision with rules', () => {
  it.each<[command: string, said: HookDecision['behavior'], more: Partial<ToolPermissionContext>, behavior: string, reason: string]>([
    ['touch a', 'allow', {}, 'allow', 'hook'],
    ['touch a', 'allow', { mode: 'dontAsk' }, 'allow', 'hook'],
    ['touch a', 'allow', { shouldAvoidPermissionPrompts: true }, 'allow', 'hook'],
    ['touch a', 'allow', { mode: 'plan' }, 'ask', 'mode'],
    ['touch a', 'allow', { rules: [rule('deny', 'Bash(touch *)')] }, 'deny', 'rule'],
    ['touch a', 'allow', { rules: [rule('ask', 'Bash(touch *)')] }, 'ask', 'rule'],
    ['rm -rf /', 'allow', {}, 'ask', 'criticalPath'],
    ['ls', 'allow', {}, 'allow', 'readOnly'],
    ['ls', 'ask', {}, 'ask', 'hook'],
    ['ls', 'ask', { mode: 'dontAsk' }, 'deny', 'mode'],
    ['touch a', 'ask', { mode: 'auto', isAutoModeAvailable: true }, 'ask', 'hook'],
    ['touch a', 'ask', { mode: 'bypassPermissions', isBypassPermissionsModeAvailable: true }, 'ask', 'hook'],
    ['touch a', 'ask', { rules: [rule('allow', 'Bash')] }, 'ask', 'hook'],
    ['touch a', 'ask', { rules: [rule('deny', 'Bash(touch *)')] }, 'deny', 'rule'],
    ['ls', 'deny', {}, 'deny', 'hook'],
    ['touch a', 'deny', { mode: 'bypassPermissions', isBypassPermissionsModeAvailable: true }, 'deny', 'hook'],
    ['touch a', 'deny', { rules: [rule('allow', 'Bash')] }, 'deny', 'hook'],
  ])('%s, %s, %j: %s by %s', (command, said, more, behavior, reason) => {
    const decision = decide(command, hookDecision(said), more);
    expect(decision).toMatchObject({ behavior, reason });
    expect(decision.trace.some(({ layer, detail }) => layer === 'hook' && detail.includes('[User] h'))).toBe(true);
    expect(decision.classifierMayAnswer).toBeUndefined();
  });

  it('a tool that requires a person runs only with an input the hook supplied', () => {
    const { projectDir, homeDir, stateDir } = place;
    const context = makePermissionContext({ projectDir, homeDir, stateDir });
    const facts = engine.analyse({ toolName: 'AskUserQuestion', input: {}, cwd: projectDir, requiresUserInteraction: true }, context);
    expect(decideWithHook(engine, facts, context, undefined, hookDecision('allow')).behavior).toBe('ask');
    expect(decideWithHook(engine, facts, context, undefined, hookDecision('allow', true)).behavior).toBe('allow');
    const mcp = engine.analyse(
      { toolName: 'mcp__s__t', input: {}, cwd: projectDir, requiresUserInteraction: true, mcp: { serverName: 's', toolName: 't' } },
      context,
    );
    expect(decideWithHook(engine, mcp, context, undefined, hookDecision('allow', true)).behavior).toBe('ask');
  });

  it('a question gives the hook’s reason first, then the start of its command; the trace has all of that', () => {
    const by = `[User] ${'node check.mjs '.repeat(10)}`;
    const asks = (reason: string) => decide('ls', { behavior: 'ask', reason, by, suppliesInput: false });
    expect(asks('Not on Fridays').message).toMatch(/^A hook asks you to decide: Not on Fridays\. Hook: \[User\] node check.{1,50}…$/u);
    expect(asks('').message).toMatch(/^The hook \[User\] node check.{1,50}… asks you to decide\.$/u);
    expect(asks('Not on Fridays').trace.some(({ detail }) => detail.includes(by) && detail.endsWith('Not on Fridays'))).toBe(true);
  });

  it('no hook decision changes nothing', () => {
    expect(decide('touch a', undefined)).toEqual(decide('touch a', undefined));
    expect(decide('touch a', undefined).reason).not.toBe('hook');
  });
});
