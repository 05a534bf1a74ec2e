import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestEngine, type TestEngine } from '../../test-engine.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await makeTestEngine();
});
afterAll(() => engine.fixture.remove());

describe('links inside a folder', () => {
  const link = (): string => path.join(engine.fixture.project, 'src/out');
  it.each(['grep -R x src', 'find src -type f -exec cat {} +', 'find -P src -exec head {} \\;'])('are followed by %s', (line) => {
    expect(engine.bash(line).behavior).toBe('allow');
    symlinkSync(path.join(engine.fixture.outside, 'o.txt'), link());
    expect(engine.bash(line).behavior).toBe('ask');
    rmSync(link());
  });
});

it.each([
  ['cp -r lib/deep src/y && grep -R x src', 'ask'],
  ['cp -r lib/deep src/y && find src -type f -exec cat {} +', 'ask'],
  ['cp -r lib/deep src/y && grep -r x src', 'allow'],
  ['cp -r lib/deep src/y && find src -type f', 'allow'],
])('links that an earlier part of the line adds count: %s', (line, behavior) => {
  const folder = path.join(engine.fixture.project, 'lib/deep');
  mkdirSync(folder);
  symlinkSync('../../a.txt', path.join(folder, 'up'));
  expect(engine.bash(line, engine.context({}, { mode: 'acceptEdits' })).behavior).toBe(behavior);
  rmSync(folder, { recursive: true });
});
