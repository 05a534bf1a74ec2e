import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestEngine, type TestEngine } from './test-engine.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await makeTestEngine();
});
afterAll(() => engine.fixture.remove());

const rulesFor = (line: string): readonly string[] =>
  engine.bash(line).suggestions.flatMap((one) => (one.type === 'addRules' ? one.rules : []));

describe('a program that runs what its words or settings say', () => {
  it.each([
    'gemini -p hi',
    'copilot -p hi',
    'cursor-agent -p hi',
    'amp -x hi',
    'goose run -t hi',
    'kiro-cli chat hi',
    'codex hi',
    'rtk proxy npm test',
    'rtk err npm test',
    'rtk test npm test',
    'rtk summary npm test',
    'nodemon a.js',
    'watchexec npm test',
    'reflex -r x npm test',
    'air -c a.toml',
    'chokidar src -c x',
    'entr npm test',
    'npx -y @google/gemini-cli -p x',
    'npx -y @anthropic-ai/claude-code@latest -p x',
    'npx nodemon@3 a.js',
    'micromamba run -n x npm test',
    'mamba run -n x npm test',
    'cgexec -g cpu:x npm test',
    'su-exec bob npm test',
    's6-setuidgid bob npm test',
    'chpst -u bob npm test',
    'xvfb-run -a npm test',
    'proxychains4 npm test',
    'catchsegv npm test',
    "sops exec-env x.yaml 'npm test'",
    'teller run -- npm test',
    'vault agent -config x',
    'defaults write com.x a b',
  ])('%s is suggested exactly only', (line) => expect(rulesFor(line)).toEqual([`Bash(${line})`]));

  it.each([
    ['Bash(goose *)', 'goose run -t hi', 'ask'],
    ['Bash(goose *)', 'goose up', 'allow'],
    ['Bash(sops *)', "sops exec-env x 'sh a'", 'ask'],
    ['Bash(sops *)', 'sops -d a.yml', 'allow'],
    ['Bash(xvfb-run *)', 'xvfb-run sh a.sh', 'ask'],
    ['Bash(defaults *)', 'defaults read a', 'allow'],
    ['Bash(defaults *)', 'defaults -currentHost write a b c', 'ask'],
  ])('with %s allowed, %s: %s', (rule, line, behavior) => {
    expect(engine.bash(line, engine.context({ allow: [rule] })).behavior).toBe(behavior);
  });
});

describe('code in the words of an interpreter', () => {
  it.each([
    ['Bash(zx *)', 'zx -e 1'],
    ['Bash(nu *)', 'nu -c x'],
    ['Bash(kotlin *)', 'kotlin -e 1'],
    ['Bash(janet *)', 'janet -e 1'],
  ])('with %s allowed, asks for: %s', (rule, line) => {
    expect(engine.bash(line, engine.context({ allow: [rule] })).behavior).toBe('ask');
  });
});

describe('yq', () => {
  it.each([
    ['Bash(yq *)', 'yq .a a.yml', 'allow'],
    ['Bash(yq *)', 'yq .env a.yml', 'allow'],
    ['Bash(yq *)', 'yq -i .a=1 a.yml', 'ask'],
    ['Bash(yq *)', 'yq --inplace .a=1 a.yml', 'ask'],
    ['Bash(yq -i *)', 'yq -i .a=1 a.yml', 'allow'],
    ['Bash(yq *)', 'yq -n env', 'ask'],
    ['Bash(yq *)', 'yq --from-file x a.yml', 'ask'],
    ['Bash(yq *)', 'yq --security-enable-system-operator .a a.yml', 'ask'],
  ])('with %s allowed, %s: %s', (rule, line, behavior) => {
    expect(engine.bash(line, engine.context({ allow: [rule] })).behavior).toBe(behavior);
  });
});
