import { describe, expect, it } from 'vitest';
import type { Elicitation, ElicitationAnswer } from '#main/tool/services/elicitation.ts';
import type { ToolProgress } from '#shared/session/tool-view.ts';
import { EVERYTHING, hostile, McpFixture } from '../../support/mcp-fixture.ts';

describe('a tool that only runs as a task', { timeout: 60_000 }, () => {
  it('is called as one: its progress is shown, and its result is like any other', async () => {
    await using fixture = new McpFixture({ servers: { s: { command: process.execPath, args: [EVERYTHING, 'stdio'] } } });
    await fixture.ready();
    const progress: ToolProgress[] = [];
    const { content, isError } = await fixture.call('mcp__s__simulate-research-query', { topic: 'tides' }, { progress });
    expect(isError).toBe(false);
    expect(content).toContain('# Research Report: tides');
    expect(JSON.stringify(progress)).toContain('Gathering sources');
  });

  it('may ask the person for input', async () => {
    await using fixture = new McpFixture({ servers: { s: { command: process.execPath, args: [EVERYTHING, 'stdio'] } } });
    await fixture.ready();
    const asked: string[] = [];
    const ask = ({ message }: Elicitation): Promise<ElicitationAnswer> => {
      asked.push(message);
      return Promise.resolve({ action: 'decline' });
    };
    const input = { topic: 'python', ambiguous: true };
    const { content } = await fixture.call('mcp__s__simulate-research-query', input, { elicitations: { ask } });
    expect(asked).toEqual([expect.stringContaining('multiple interpretations')]);
    expect(content).toContain('User declined');
  });

  it('that never ends is cancelled at the time limit, and when the call is stopped', async () => {
    await using fixture = new McpFixture({ servers: { s: { ...hostile('tasks'), timeout: 600 } } });
    await fixture.ready();
    await expect(fixture.call('mcp__s__task')).rejects.toThrow('didn’t finish the task in time');
    await fixture.until(() => fixture.calls.filter((name) => name === 'tasks/cancel').length === 1);
    const controller = new AbortController();
    const progress: ToolProgress[] = [];
    const call = fixture.call('mcp__s__task', {}, { signal: controller.signal, progress });
    const outcome = call.catch(() => 'stopped');
    while (progress.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    controller.abort();
    expect(await outcome).toBe('stopped');
    await fixture.until(() => fixture.calls.filter((name) => name === 'tasks/cancel').length === 2);
  });
});
