import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestEngine, type TestEngine } from '../test-engine.ts';

describe('a list that goes on behind the mark of a here-document', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await makeTestEngine();
  });
  afterAll(() => engine.fixture.remove());

  const decide = (line: string): string => engine.bash(line, engine.context({ allow: ['Bash'], deny: ['Read(./src/a.ts)'] })).behavior;

  it.each([
    "cd src; false <<'E' && cd deep\nx\nE\ncat a.ts",
    "cd src; true <<'E' || cd deep\nx\nE\ncat a.ts",
    "cd src; ! cat <<'E' && cd deep\nx\nE\ncat a.ts",
    "cat <<'E' && cd lib || cd src && cat a.ts\nx\nE",
    "cd src; false && cd deep && cat <<'E' || cat a.ts\nx\nE",
    'cat <<\'E\' && v=b.txt\nx\nE\ncat "$v"',
  ])('may have stopped before it: %s', (line) => {
    expect(decide(line)).not.toBe('allow');
  });

  it.each([
    "cat > x.txt <<'E' && cd src && cat c.js\nx\nE",
    "cd src && cat > x.txt <<'E' && cat c.js\nx\nE",
    "cat > x.txt <<'E' || exit 1\nx\nE\ncat b.txt",
    "cat <<'E' | sort\nx\nE",
  ])('is followed as any other: %s', (line) => {
    expect(decide(line)).toBe('allow');
  });

  it('knows the folder of what runs only after a change', () => {
    const [, , last] = engine.facts("cat <<'E' && cd src && cat c.js\nx\nE").shell?.commands ?? [];
    expect(last?.paths.map(({ path }) => path)).toEqual([`${engine.fixture.project}/src/c.js`]);
  });
});
