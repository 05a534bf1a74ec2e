import { describe, expect, it, vi } from 'vitest';
import { acceptShownDefinitions } from '#main/engine/project/mcp-projects.ts';
import { makePermissionContext } from '#main/permission/tool-permission-context.ts';
import { createPermissionEngine } from '#main/permission/create-permission-engine.ts';
import { SessionLog } from '#main/session/log.ts';
import type { Tool } from '#main/tool/tool.ts';
import { hostile, McpFixture } from '../../support/mcp-fixture.ts';
import { testToolContext } from '../../support/tool-context.ts';

const engine = await createPermissionEngine();

/** The gate's decision about a call of this tool under allow rules. */
function decide(fixture: McpFixture, tool: Tool | undefined, allow: readonly string[]): string {
  if (!tool) throw new Error('no such tool');
  const { projectDir, homeDir, stateDir } = fixture.project;
  const rules = allow.map((text, index) => ({ id: String(index), behavior: 'allow' as const, source: 'user' as const, text }));
  const context = makePermissionContext({ projectDir, homeDir, stateDir, rules });
  const call = { toolName: tool.name, input: {}, cwd: projectDir, ...(tool.mcpInfo && { mcp: tool.mcpInfo }) };
  return engine.decide(engine.analyse(call, context), context).behavior;
}

const toolNamed = (fixture: McpFixture, name: string): Tool | undefined => fixture.mcp.tools().find((tool) => tool.name === name);

describe('a definition that changes under an allow rule', () => {
  it('asks again until a person has seen it; the first list is accepted with the server', async () => {
    await using fixture = new McpFixture({ servers: { weather: hostile('changes') } });
    await fixture.ready('weather');
    const before = toolNamed(fixture, 'mcp__weather__get');
    expect(decide(fixture, before, ['mcp__weather__get'])).toBe('allow');
    await fixture.call('mcp__weather__get');
    const row = await fixture.until(({ changed }) => changed, 'weather');
    expect(row.tools[0]?.suspended).toContain('changed what it says');
    // The tool of the last request isn't covered any more either.
    expect(decide(fixture, before, ['mcp__weather__get'])).toBe('ask');
    expect(decide(fixture, toolNamed(fixture, 'mcp__weather__get'), ['mcp__weather__get', 'mcp__weather'])).toBe('ask');
    expect(toolNamed(fixture, 'mcp__weather__get')?.isConcurrencySafe({})).toBe(false);

    await expect(fixture.mcp.acceptDefinitions('weather', 'what it said before')).rejects.toThrow('has changed its tools again');
    await fixture.mcp.acceptDefinitions('weather', row.definitions);
    expect(decide(fixture, toolNamed(fixture, 'mcp__weather__get'), ['mcp__weather__get'])).toBe('allow');
  });

  it('is remembered by another process', async () => {
    await using fixture = new McpFixture({ servers: { s: hostile('changes') } });
    await fixture.ready();
    await fixture.call('mcp__s__get');
    await fixture.until(({ changed }) => changed);
    await fixture.stop();
    // Another process of the same server starts with the accepted old definition; the new one was never accepted.
    const next = new McpFixture({ servers: { s: hostile('changes') }, like: fixture });
    expect((await next.ready()).changed).toBe(false);
    await next.call('mcp__s__get');
    expect((await next.until(({ changed }) => changed)).tools[0]?.suspended).toContain('changed');
    await next.stop();
    const trusting = new McpFixture({ servers: { s: hostile('changes') }, like: fixture, acceptsDefinitions: true });
    await trusting.ready();
    await trusting.call('mcp__s__get');
    await trusting.until(({ tools }) => tools[0]?.description.includes('id_rsa') === true);
    expect(trusting.row().changed).toBe(false);
    await trusting.stop();
  });

  it('counts as seen when a person allows a call with it, not when a rule does or nobody is there', async () => {
    await using fixture = new McpFixture({ servers: { s: hostile('changes') } });
    await fixture.ready();
    await fixture.call('mcp__s__get');
    await fixture.until(({ changed }) => changed);
    const log = SessionLog.create(`${fixture.project.stateDir}/session`);
    const accept = vi.spyOn(fixture.mcp, 'accept');
    const stop = acceptShownDefinitions(log, fixture.mcp);
    const digest = (): string => toolNamed(fixture, 'mcp__s__get')?.mcpInfo?.digest ?? '';
    const ask = (askId: string, definition = digest()): void =>
      void log.append({
        type: 'call.asked',
        data: {
          ask: {
            askId,
            callId: 'c',
            toolName: 'mcp__s__get',
            sentence: '',
            view: { kind: 'mcp', title: '', summary: '' },
            cwd: '/',
            reason: 'toolCheck',
            message: '',
            parts: [],
            effects: [],
            risk: 'execute',
            suggestions: [],
            digest: '',
            definition,
          },
        },
      });
    ask('1');
    log.append({ type: 'call.answered', data: { askId: '1', callId: 'c', answer: { type: 'deny' }, by: 'person' } });
    ask('2');
    log.append({ type: 'call.answered', data: { askId: '2', callId: 'c', answer: { type: 'allow_once' }, by: 'dispatcher' } });
    // Allowed, but the definition has changed since it was shown.
    ask('3', 'of what it said before');
    log.append({ type: 'call.answered', data: { askId: '3', callId: 'c', answer: { type: 'allow_once' }, by: 'person' } });
    await Promise.all(accept.mock.results.map(({ value }) => value));
    expect(fixture.row().tools[0]?.suspended).not.toBeNull();
    ask('4');
    log.append({ type: 'call.answered', data: { askId: '4', callId: 'c', answer: { type: 'allow_once' }, by: 'person' } });
    await fixture.until(({ tools }) => tools[0]?.suspended === null);
    // The ask was not about the server's other tool.
    expect(fixture.row().tools[1]?.suspended).not.toBeNull();
    stop();
    log.close();
  });
});

describe('an ask about a suspended tool', () => {
  it('shows the server’s complete new definition, including its input schema', async () => {
    await using fixture = new McpFixture({ servers: { s: hostile('changes') } });
    await fixture.ready();
    await fixture.call('mcp__s__get');
    await fixture.until(({ changed }) => changed);
    const checked = await toolNamed(fixture, 'mcp__s__get')?.checkPermissions({}, testToolContext(fixture.project));
    expect(checked).toMatchObject({ behavior: 'ask', reason: 'definitionChanged' });
    expect(checked?.behavior === 'ask' && checked.message).toContain('pass it as city');
    expect(checked?.behavior === 'ask' && checked.message).toContain('"properties"');
  });
});

describe('names that normalize to the same name', () => {
  it('give two tools distinct names, and no rule allows either', async () => {
    await using fixture = new McpFixture({ servers: { s: hostile('alike') } });
    const row = await fixture.ready();
    expect(row.tools.map(({ rawName }) => rawName)).toEqual(['a.b', 'a_b', 'c']);
    expect(new Set(row.tools.map(({ name }) => name)).size).toBe(3);
    expect(row.problems).toEqual(['c: it is listed twice; the first one counts']);
    for (const rawName of ['a.b', 'a_b']) {
      const tool = fixture.mcp.tools().find(({ mcpInfo }) => mcpInfo?.toolName === rawName);
      expect(tool?.name).toMatch(/^mcp__s__a_b_[0-9a-f]{8}$/u);
      // A deny rule for the plain name still matches both.
      expect(tool?.aliases).toEqual(['mcp__s__a_b']);
      expect(decide(fixture, tool, ['mcp__s__a_b', 'mcp__s', 'mcp__s__*'])).toBe('ask');
    }
    expect(decide(fixture, toolNamed(fixture, 'mcp__s__c'), ['mcp__s'])).toBe('allow');
  });

  it.each([
    ['git.hub', 'git_hub', 'mcp__git_hub__*'],
    ['Git_hub', 'git_hub', 'mcp__git_hub'],
  ])('servers %s and %s share no rule, even while one is off', async (a, b, rule) => {
    await using fixture = new McpFixture({ servers: { [a]: hostile('good'), [b]: hostile('good') } });
    await fixture.ready(a);
    for (const tool of fixture.mcp.tools().filter(({ mcpInfo }) => mcpInfo)) expect(decide(fixture, tool, [rule])).toBe('ask');
    await fixture.mcp.setEnabled(b, false);
    expect(fixture.row(b)).toMatchObject({ state: 'disabled', tools: [] });
    const left = fixture.mcp.tools().filter(({ mcpInfo }) => mcpInfo);
    expect(left.map(({ mcpInfo }) => mcpInfo?.serverName)).toEqual([a, a]);
    for (const tool of left) expect(decide(fixture, tool, [rule])).toBe('ask');
  });

  it('a server whose name contains the separator is not covered by a rule for its first part', async () => {
    await using fixture = new McpFixture({ servers: { a__b: hostile('good'), a: hostile('good') } });
    await fixture.ready('a');
    expect(decide(fixture, toolNamed(fixture, 'mcp__a__b__get'), ['mcp__a', 'mcp__a__*'])).toBe('ask');
    expect(decide(fixture, toolNamed(fixture, 'mcp__a__b__get'), ['mcp__a__b'])).toBe('allow');
    expect(decide(fixture, toolNamed(fixture, 'mcp__a__get'), ['mcp__a'])).toBe('allow');
  });
});

describe('hints', () => {
  it('grant no permission; read-only lets calls run in parallel', async () => {
    await using fixture = new McpFixture({ servers: { s: hostile('good') } });
    await fixture.ready();
    const get = toolNamed(fixture, 'mcp__s__get');
    expect(decide(fixture, get, [])).toBe('ask');
    expect([get?.isConcurrencySafe({}), get?.isReadOnly({})]).toEqual([true, false]);
    const person = toolNamed(fixture, 'mcp__s__person');
    expect([person?.isConcurrencySafe({}), person?.requiresUserInteraction()]).toEqual([false, true]);
  });
});
