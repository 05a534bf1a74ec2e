import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
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
  rebuild: 'npm run clean && tsc',
  tidy: 'rimraf dist lib "packages/*/dist" && rm -f *.tsbuildinfo && tsc -b',
  purgeui: 'npm run build && rm -rf src/ui',
  'own-lib': 'rm -rf src/lib && tsc',
  outside: 'rm -rf ../dist && tsc',
  computed: 'rm -rf $DIST && tsc',
  release: 'npm version patch && npm publish',
  back: 'git reset --hard',
  rimraf: 'rimraf src && tsc',
  shx: 'shx rm -rf src && tsc',
  remove: 'rm',
  deep: 'npm run deep2',
  deep2: 'npm run deep3',
  deep3: 'npm run deep4',
  deep4: 'npm run deep5',
  deep5: 'rm -rf src',
  many: 'npm run many; '.repeat(90),
  spread: Array.from({ length: 90 }, (_, at) => `npm run spread -- ${at}`).join('; '),
  series: 'run-s purgeui lint',
  parallel: 'npm-run-all --parallel lint purgeui',
  both: 'concurrently -k "rm -rf src/ui" "vite"',
  named: 'concurrently npm:purgeui npm:lint',
  crossenv: 'cross-env A=1 rm -rf src/ui',
  linted: 'run-p lint build',
  kept: 'rm -rf coverage && vitest run --coverage',
  pretest: 'rm -rf fixtures',
  test: 'vitest run',
};

describe('the risk of a script in package.json', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await makeTestEngine();
    // Git keeps a file there, so that no build creates the folder anew.
    mkdirSync(join(engine.fixture.project, 'coverage'), { recursive: true });
    writeFileSync(join(engine.fixture.project, 'coverage/README.md'), 'kept\n');
    for (const args of [
      ['init', '-q'],
      ['add', 'coverage/README.md'],
    ])
      execFileSync('git', args, { cwd: engine.fixture.project });
    writeFileSync(join(engine.fixture.project, 'package.json'), JSON.stringify({ scripts: SCRIPTS }));
  });
  afterAll(() => engine.fixture.remove());

  it.each([
    ['npm run clean', 'destructive'],
    ['npm run wash', 'destructive'],
    ['pnpm clean', 'destructive'],
    ['npm run build', 'execute'],
    ['npm run rebuild', 'execute'],
    ['npm run tidy', 'execute'],
    ['npm run purgeui', 'destructive'],
    ['npm run own-lib', 'destructive'],
    ['npm run outside', 'destructive'],
    ['npm run computed', 'destructive'],
    ['npm run release', 'destructive'],
    ['npm run back', 'destructive'],
    ['npm run rimraf', 'destructive'],
    ['npm run shx', 'destructive'],
    ['npm run remove -- src', 'destructive'],
    ['npm run deep', 'destructive'],
    ['npm run many', 'execute'],
    ['npm run spread', 'destructive'],
    ['npm run series', 'destructive'],
    ['npm run parallel', 'destructive'],
    ['npm run both', 'destructive'],
    ['npm run named', 'destructive'],
    ['npm run crossenv', 'destructive'],
    ['npm run linted', 'execute'],
    ['npm run kept', 'destructive'],
    ['npm run clean --if-present', 'destructive'],
    ['npx run-s lint purgeui', 'destructive'],
    ['cross-env A=1 rm -rf src/ui', 'destructive'],
    ['npm test', 'destructive'],
    ['pnpm test', 'execute'],
    ['docker exec web npm run purgeui', 'execute'],
    ['docker compose exec web npm run back', 'execute'],
    ['ssh web npm run back', 'network'],
    ["ssh web 'cd app && npm run back'", 'network'],
    ['npm run deploy', 'network'],
    ['npm run lint', 'execute'],
    ['npm run loop', 'execute'],
    ['npm run odd', 'execute'],
    ['npm run missing', 'execute'],
  ])('%s: %s', (command, risk) => expect(engine.bash(command).risk).toBe(risk));

  it.each(['Bash(npm run *)', 'Bash(npm *)', 'Bash(npm run clean *)', 'Bash(npm run back:*)', 'Bash(npm run remove *)'])(
    '%s doesn’t cover a script that can’t be undone',
    (rule) => {
      const at = engine.context({ allow: [rule] });
      for (const line of [
        'npm run clean',
        'npm run -s clean',
        'npm run clean -- ..',
        'npm run wash',
        'npm run back',
        'npm run remove -- src',
      ])
        expect(engine.bash(line, at).behavior, line).toBe('ask');
    },
  );

  it('a pattern covers other scripts, and an exact rule any', () => {
    const at = engine.context({ allow: ['Bash(npm run *)', 'Bash(npm run clean)'] });
    for (const line of ['npm run build -- --x', 'npm run rebuild', 'npm run lint', 'npm run clean'])
      expect(engine.bash(line, at).behavior, line).toBe('allow');
  });

  it('only the exact rule is suggested, for the session first', () => {
    expect(engine.bash('npm run clean').suggestions).toMatchObject([{ rules: ['Bash(npm run clean)'], destination: 'session' }]);
  });
});
