import type { Decision } from '#shared/permission/decision.ts';
import type { CallFacts } from '#shared/permission/facts.ts';
import type { RuleEntry, RuleSource } from '#shared/permission/rule.ts';
import { makePermissionContext, type ToolPermissionContext } from '#main/permission/tool-permission-context.ts';
import { createPermissionEngine } from '#main/permission/create-permission-engine.ts';
import type { PermissionCall, PermissionEngine, ToolPermissionResult } from '#main/permission/permission-engine.ts';
import { type ConformanceFixture, makeConformanceFixture } from '#test/conformance/fixture.ts';

export interface RuleLists {
  readonly deny?: readonly string[];
  readonly ask?: readonly string[];
  readonly allow?: readonly string[];
}

/** An engine over the fixture's folders, with shorthands for calls. */
export interface TestEngine {
  readonly fixture: ConformanceFixture;
  readonly permissionEngine: PermissionEngine;
  context(lists?: RuleLists, fields?: Partial<ToolPermissionContext>, source?: RuleSource): ToolPermissionContext;
  facts(command: string): CallFacts;
  bash(command: string, context?: ToolPermissionContext): Decision;
  call(
    toolName: string,
    input: Record<string, unknown>,
    context?: ToolPermissionContext,
    more?: Partial<PermissionCall>,
    check?: ToolPermissionResult,
  ): Decision;
}

export async function makeTestEngine(): Promise<TestEngine> {
  const fixture = makeConformanceFixture();
  const permissionEngine = await createPermissionEngine();
  const context: TestEngine['context'] = (lists = {}, fields = {}, source = 'user') =>
    makePermissionContext({
      projectDir: fixture.project,
      homeDir: fixture.home,
      stateDir: `${fixture.home}/.gatehouse`,
      rules: (['deny', 'ask', 'allow'] as const).flatMap((behavior) =>
        (lists[behavior] ?? []).map((text, index): RuleEntry => ({ id: `${source}:${behavior}:${String(index)}`, behavior, source, text })),
      ),
      ...fields,
    });
  const call: TestEngine['call'] = (toolName, input, at = context(), more = {}, check) =>
    permissionEngine.decide(
      permissionEngine.analyse({ toolName, input: fixture.fill(input), cwd: fixture.project, ...more }, at),
      at,
      check,
    );
  return {
    fixture,
    permissionEngine,
    context,
    facts: (command) => permissionEngine.analyse({ toolName: 'Bash', input: { command }, cwd: fixture.project }, context()),
    bash: (command, at) => call('Bash', { command }, at),
    call,
  };
}
