import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { OnProgress, ToolUseContext } from '#main/tool/tool.ts';
import { tool, PipelineFixture, steps } from './pipeline-fixture.ts';

describe('a successful call', () => {
  it('goes through all steps in order', async () => {
    const line = new PipelineFixture(tool());
    const result = await line.run();
    expect(result).toMatchObject({
      callId: 'c1',
      outcome: 'done',
      endsTurn: false,
      abortsSiblings: false,
      block: { type: 'tool_result', tool_use_id: 'c1', content: 'touched a' },
    });
    expect(result.block).not.toHaveProperty('is_error');
    expect(steps(result)).toEqual(
      ['lookup', 'abort check', 'schema', 'validate', 'observe', 'permission', 'call', 'result'].map((step) => `${step} ok`),
    );
    expect(line.types).toEqual(['call.decided', 'call.started']);
    for (const { start, end } of result.finished.spans) expect(end).toBeGreaterThanOrEqual(start);
  });

  it('is found by an alias and logged under its name', async () => {
    const line = new PipelineFixture(tool({ aliases: ['Poke'] }));
    const asked: string[] = [];
    line.engine.analyse = ({ toolName, cwd }) => {
      asked.push(toolName);
      return { version: 1, toolName, cwd, realDirs: {}, scalars: {}, requiresUserInteraction: false, paths: [] };
    };
    expect((await line.run({ path: 'a' }, { name: 'Poke' })).outcome).toBe('done');
    expect(asked).toEqual(['Touch']);
  });

  it('keeps the model’s input, the observed input and the tool’s input separate', async () => {
    const seen: Record<string, unknown> = {};
    const original = { path: 'a', count: '7' };
    const line = new PipelineFixture(
      tool({
        backfillObservableInput: (clone, { cwd }) => Object.assign(clone, { path: join(cwd, clone.path) }),
        checkPermissions: (input) => {
          seen['gate'] = { ...input };
          return Promise.resolve({ behavior: 'passthrough' });
        },
        call: (input) => {
          seen['call'] = { ...input };
          return Promise.resolve({ data: '' });
        },
      }),
    );
    await line.run(original);
    expect(original).toEqual({ path: 'a', count: '7' });
    expect(seen).toEqual({ gate: { path: join(line.temp.projectDir, 'a'), count: 7 }, call: { path: 'a', count: 7 } });
  });

  it('drops internal fields', async () => {
    let got: unknown;
    const line = new PipelineFixture(
      tool({
        call: (input) => {
          got = input;
          return Promise.resolve({ data: '' });
        },
      }),
    );
    expect((await line.run({ path: 'a', _simulated: 'x' })).outcome).toBe('done');
    expect(got).toEqual({ path: 'a' });
  });

  it('reports progress and the terminal while it runs, and nothing afterwards', async () => {
    let report: OnProgress | undefined;
    const line = new PipelineFixture(
      tool({
        call: (_input, _context, _can, _message, onProgress) => {
          report = onProgress;
          onProgress?.({ text: '10 lines' });
          onProgress?.({ terminal: { terminalId: 't', path: 'terminals/t', cols: 80, rows: 24 } });
          return Promise.resolve({ data: '' });
        },
      }),
    );
    await line.run();
    report?.({ text: 'too late' });
    report?.({ terminal: { terminalId: 'late', path: 'terminals/late', cols: 80, rows: 24 } });
    expect(line.frames).toEqual([{ type: 'progress', callId: 'c1', progress: { text: '10 lines' } }]);
    expect(line.types).toEqual(['call.decided', 'call.started', 'call.terminal']);
  });

  it('logs when its command waits for input and goes on, a bounded number of times', async () => {
    const line = new PipelineFixture(
      tool({
        call: (_input, _context, _can, _message, onProgress) => {
          onProgress?.({ text: 'asks', waitsForInput: true });
          onProgress?.({ text: 'asks', waitsForInput: true });
          for (const text of ['1 line', '2 lines']) onProgress?.({ text });
          for (let key = 0; key < 100; key += 1) onProgress?.({ text: 'asks', waitsForInput: key % 2 === 0 });
          return Promise.resolve({ data: '' });
        },
      }),
    );
    await line.run();
    const logged = line.types.filter((type) => type === 'call.stalled' || type === 'call.continued');
    expect(logged.slice(0, 3)).toEqual(['call.stalled', 'call.continued', 'call.stalled']);
    expect(logged).toHaveLength(40);
    expect(logged.at(-1)).toBe('call.continued');
  });

  it('returns its messages, context modifier and exit code', async () => {
    const contextModifier = (context: ToolUseContext) => context;
    const newMessages = [{ content: [{ type: 'text' as const, text: 'note' }], visibility: 'model' as const }];
    const result = await new PipelineFixture(
      tool({ call: () => Promise.resolve({ data: '', newMessages, contextModifier, exitCode: 0 }) }),
    ).run();
    expect(result).toMatchObject({ newMessages, contextModifier, finished: { exitCode: 0 } });
  });

  it('that is too long for the model is saved whole', async () => {
    const text = 'line\n'.repeat(5000);
    const line = new PipelineFixture(tool({ call: () => Promise.resolve({ data: text }) }));
    const result = await line.run();
    expect(result.finished.persistedPath).toBe(join(line.temp.stateDir, 'tool-results', 'c1.txt'));
    expect(readFileSync(result.finished.persistedPath ?? '', 'utf8')).toBe(text);
    expect(result.block.content).toMatch(/^<persisted-output>/);
  });

  it('whose tool saved the result reports its path, if that is in the results folder', async () => {
    const kept = async (persistedPath: (dir: string) => string) => {
      const line = new PipelineFixture(
        tool({ call: () => Promise.resolve({ data: 'a part', persistedPath: persistedPath(line.temp.stateDir) }) }),
      );
      const { finished } = await line.run();
      return finished.persistedPath?.replace(line.temp.stateDir, '');
    };
    expect(await kept((dir) => join(dir, 'tool-results', 'c1.txt'))).toBe('/tool-results/c1.txt');
    expect(await kept((dir) => join(dir, 'tool-results', '..', 'c1.txt'))).toBeUndefined();
    expect(await kept(() => '/etc/passwd')).toBeUndefined();
  });
});
