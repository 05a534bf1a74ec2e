import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestEngine, type TestEngine } from '../test-engine.ts';

describe('a pattern, beside a deny rule for a hidden name', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await makeTestEngine();
    const { project } = engine.fixture;
    mkdirSync(`${project}/src/.private`);
    writeFileSync(`${project}/src/.private/notes.txt`, 'KEY');
    mkdirSync(`${project}/src/linked`);
    mkdirSync(`${project}/lib/inner/.private`, { recursive: true });
    writeFileSync(`${project}/lib/inner/.private/notes.txt`, 'KEY');
    symlinkSync('../../.env', `${project}/src/linked/index.txt`);
  });
  afterAll(() => engine.fixture.remove());

  const decide = (command: string) => engine.bash(command, engine.context({ deny: ['Read(./.env)', 'Read(.private/**)'] })).behavior;

  it.each([
    'ls src/d*',
    'head -1 src/*.ts',
    'wc -l src/*/b.ts',
    'cat src/*/b.ts | tail -1',
    'head -3 src/d?ep/b.ts',
    'grep -n x s*/deep/b.ts',
  ])('allows %s', (command) => expect(decide(command)).toBe('allow'));

  it.each([
    // What it names by now leads there.
    'cat src/*/index.txt',
    // The dot is written, or may be.
    'cat src/.*/notes.txt',
    'cat .e*',
    // Below what it matches.
    'grep -r KEY lib/*',
    'cat src/.p*/notes.txt',
    // Nothing matches, so git gets the pattern, and its `*` matches a dot too.
    'git grep KEY -- src/*/notes.txt',
    // Made to match by an earlier part of the line.
    'shopt -s dotglob; cat src/*/notes.txt',
    'mv src/.private src/public && cat src/*/notes.txt',
  ])('doesn’t allow %s', (command) => expect(decide(command)).not.toBe('allow'));

  it.each(['shopt -s dotglob; cat src/*/notes.txt', 'GLOBIGNORE=x; cat src/*/notes.txt', 'GLOBIGNORE=x cat src/*/notes.txt'])(
    'doesn’t allow %s, also where all commands are allowed',
    (command) => {
      mkdirSync(`${engine.fixture.project}/src/open`, { recursive: true });
      writeFileSync(`${engine.fixture.project}/src/open/notes.txt`, 'open');
      const at = engine.context({ allow: ['Bash'], deny: ['Read(.private/**)'] });
      expect(engine.bash(command, at).behavior).not.toBe('allow');
      expect(engine.bash('cat src/*/notes.txt', at).behavior).toBe('allow');
    },
  );

  it('asks where the commands run in a container, whose environment may make patterns match hidden names', () => {
    const commandPlace = { type: 'container', image: 'node:22', fromRepository: false, leftOut: [] } as const;
    const at = (fields: object) => engine.context({ deny: ['Read(./.env)'] }, fields);
    expect(engine.bash('cat src/*/b.ts', at({})).behavior).toBe('allow');
    expect(engine.bash('cat src/*/b.ts', at({ commandPlace })).behavior).toBe('ask');
  });
});
