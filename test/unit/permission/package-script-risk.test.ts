import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestEngine, type TestEngine } from './test-engine.ts';

const SCRIPTS = {
  clean: 'rm -rf dist',
  wash: 'cd . && echo cleaning && npm run clean',
  build: 'rm -rf dist && tsc',
  deploy: 'npm run build && vercel deploy --prod',
  loop: 'npm run loop',
  lint: 'eslint .',
  odd: 'echo "$(',
};

describe('the risk of a script in package.json', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await makeTestEngine();
    writeFileSync(join(engine.fixture.project, 'package.json'), JSON.stringify({ scripts: SCRIPTS }));
  });
  afterAll(() => engine.fixture.remove());

  it.each([
    ['npm run clean', 'destructive'],
    ['npm run wash', 'destructive'],
    ['pnpm clean', 'destructive'],
    ['npm run build', 'execute'],
    ['npm run deploy', 'network'],
    ['npm run lint', 'execute'],
    ['npm run loop', 'execute'],
    ['npm run odd', 'execute'],
    ['npm run missing', 'execute'],
  ])('%s: %s', (command, risk) => expect(engine.bash(command).risk).toBe(risk));

  it('a pattern covers a script that only removes, but not with more to remove', () => {
    const at = engine.context({ allow: ['Bash(npm run *)'] });
    expect(['npm run clean', 'npm run -s clean', 'npm run build -- --x'].map((line) => engine.bash(line, at).behavior)).toEqual([
      'allow',
      'allow',
      'allow',
    ]);
    for (const line of ['npm run clean -- ..', 'npm run clean ..', 'npm run wash -- ..'])
      expect(engine.bash(line, at).behavior, line).toBe('ask');
  });

  it('only the exact rule is suggested, for the session first', () => {
    expect(engine.bash('npm run clean').suggestions).toMatchObject([{ rules: ['Bash(npm run clean)'], destination: 'session' }]);
  });
});
