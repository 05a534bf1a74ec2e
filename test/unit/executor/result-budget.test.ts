import { chmodSync, mkdirSync, readFileSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { budgetResult, replaceResult } from '#main/executor/result-budget.ts';
import type { ResultContent } from '#shared/session/content.ts';
import { TempProject } from '#test/support/temp-project.ts';

let temp: TempProject;
beforeEach(() => {
  temp = new TempProject();
});
afterEach(() => temp[Symbol.dispose]());

const budget = (content: ResultContent, maxChars = 30_000, toolUseId = 'toolu_1') =>
  budgetResult(content, { maxChars, sessionDir: temp.stateDir, toolUseId });
const long = `${'a'.repeat(20_000)}\n${'b'.repeat(20_000)}\nthe real end`;

describe('a result', () => {
  it.each<[string, ResultContent, number]>([
    ['at the limit', 'x'.repeat(30_000), 30_000],
    ['of a tool without a limit', long, Infinity],
    ['in blocks', [{ type: 'text', text: 'x'.repeat(10) }], 10],
    ['that is empty', '', 0],
  ])('%s is unchanged', async (_name, content, maxChars) => {
    expect(await budget(content, maxChars)).toEqual({ content });
    expect(readdirSync(temp.stateDir)).toEqual([]);
  });

  it('over the limit is saved to a file, and the model reads start, end, sizes and path', async () => {
    const { content, persistedPath } = await budget(long);
    const file = join(temp.stateDir, 'tool-results', 'toolu_1.txt');
    expect(persistedPath).toBe(file);
    expect(readFileSync(file, 'utf8')).toBe(long);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(content).toMatch(/^<persisted-output>\nOutput too large \(39\.1KB, 40014 characters\)\. Full output saved to: /);
    expect(content).toContain(file);
    expect(content).toContain('[31014 characters left out]');
    expect(content).toMatch(/the real end\n<\/persisted-output>$/);
    expect(content.length).toBeLessThanOrEqual(10_000);
  });

  it('is shown whole when only slightly over the tool’s limit', async () => {
    const { content } = await budget('y'.repeat(50), 10);
    expect(content).toContain('y'.repeat(50));
    expect(content).not.toContain('left out');
  });

  it('is never cut inside a character', async () => {
    const { content } = await budget('😀'.repeat(20_001));
    expect(typeof content === 'string' && content.isWellFormed()).toBe(true);
  });

  it('keeps its images', async () => {
    const image = { type: 'image' as const, source: { type: 'base64' as const, media_type: 'image/png', data: 'AAAA' } };
    const { content } = await budget([{ type: 'text', text: long }, image]);
    expect(content).toEqual([{ type: 'text', text: expect.stringMatching(/^<persisted-output>/) }, image]);
  });

  it.each(['../../../etc/passwd', 'a/b', '..', '', 'x'.repeat(300), 'ü'])('stays in its folder whatever its ID: %j', async (id) => {
    const { persistedPath } = await budget(long, 10, id);
    expect(persistedPath).toMatch(new RegExp(`^${temp.stateDir}/tool-results/[0-9a-f]{64}\\.txt$`));
  });

  it('says so when it can’t be saved', async () => {
    writeFileSync(join(temp.stateDir, 'tool-results'), 'a file in the way');
    const { content, persistedPath } = await budget(long);
    expect(persistedPath).toBeUndefined();
    expect(content).toMatch(/could not be saved/);
    expect(content).toContain('the real end');
  });

  it.runIf(process.platform === 'linux')('on a full disk keeps its end, says so, and leaves no partial file', async () => {
    mkdirSync(join(temp.stateDir, 'tool-results'));
    symlinkSync('/dev/full', join(temp.stateDir, 'tool-results', 'toolu_1.txt'));
    const { content, persistedPath } = await budget(long);
    expect(persistedPath).toBeUndefined();
    expect(content).toMatch(/could not be saved \(ENOSPC/);
    expect(content).toContain('the real end');
    expect(readdirSync(join(temp.stateDir, 'tool-results'))).toEqual([]);
    await expect(replaceResult(long, { sessionDir: temp.stateDir, toolUseId: 'toolu_1' })).resolves.toHaveProperty('persistedPath');
  });

  it('stays below ten thousand characters however long its path and whatever its text', async () => {
    const deep = join(temp.stateDir, ...Array.from({ length: 15 }, () => 'd'.repeat(200)));
    for (const text of [long, '😀'.repeat(20_001), '\u0000'.repeat(40_000), 'x'.repeat(9001)]) {
      const { content, persistedPath } = await budgetResult(text, { maxChars: 100, sessionDir: deep, toolUseId: 'toolu_1' });
      expect(readFileSync(persistedPath ?? '', 'utf8')).toBe(text);
      expect(content.length).toBeLessThanOrEqual(10_000);
      expect(content).toContain(persistedPath);
    }
  });

  it('replaces an earlier file in a folder for this user only', async () => {
    mkdirSync(join(temp.stateDir, 'tool-results'));
    chmodSync(join(temp.stateDir, 'tool-results'), 0o700);
    await budget('first'.repeat(100), 10);
    await budget('second'.repeat(100), 10);
    expect(readFileSync(join(temp.stateDir, 'tool-results', 'toolu_1.txt'), 'utf8')).toBe('second'.repeat(100));
  });
});
