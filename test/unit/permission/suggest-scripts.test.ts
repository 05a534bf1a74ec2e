import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestEngine, type TestEngine } from './test-engine.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await makeTestEngine();
});
afterAll(() => engine.fixture.remove());

const rulesFor = (line: string): readonly string[] =>
  engine.bash(line).suggestions.flatMap((one) => (one.type === 'addRules' ? one.rules : []));

describe('an interpreter with a script', () => {
  it.each([
    'zx a.mjs',
    'julia a.jl',
    'elixir a.exs',
    'raku a.raku',
    'kotlin a.kts',
    'groovy a.groovy',
    'racket a.rkt',
    'janet a.janet',
    'nu a.nu',
    'coverage run a.py',
    'crystal run a.cr',
    'nim r a.nim',
    'dart run a.dart',
    'Rscript a.R',
  ])('is suggested with it: %s', (line) => expect(rulesFor(line)).toEqual([`Bash(${line} *)`]));
});

describe('options before the sub-command', () => {
  it.each([
    ['cargo +nightly build', ['Bash(cargo +nightly build *)']],
    ['mvn -q test', ['Bash(mvn -q test *)']],
    ['./gradlew -q test', ['Bash(./gradlew -q test *)']],
    ['./gradlew assembleDebug', ['Bash(./gradlew assembleDebug)', 'Bash(./gradlew assembleDebug *)']],
    ['docker compose -f x.yml up', ['Bash(docker compose -f x.yml up)', 'Bash(docker compose -f x.yml up *)']],
  ])('stay in what is suggested for %s', (line, rules) => expect(rulesFor(line)).toEqual(rules));
});
