import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPermissionEngine } from '#main/permission/create-permission-engine.ts';
import { makeFuzzFixture } from './shell/fixture.ts';
import { foundRows } from './shell/found.ts';
import { Judge } from './shell/judge.ts';

/** Decided only, never run. */
describe('lines found by fuzzing', () => {
  const judges = new Map<boolean, Judge>();
  beforeAll(async () => {
    const engine = await createPermissionEngine();
    for (const traps of [false, true]) judges.set(traps, new Judge(engine, makeFuzzFixture(traps), traps));
  });
  afterAll(() => {
    for (const judge of judges.values()) judge.fixture.remove();
  });

  it('allows an everyday line, so the rules are in force', () => {
    expect(namesAllowing('ls src', false).length).toBeGreaterThan(5);
    expect(namesAllowing('tee keep.txt < secret.env', false)).toEqual([
      'everyday',
      'canary denied',
      'canary denied in bypass',
      'canary asked',
    ]);
  });

  it.each(foundRows())('$effect: $line', ({ line, rules, traps }) => {
    expect(namesAllowing(line, traps).filter((name) => rules.includes(name))).toEqual([]);
  });

  function namesAllowing(line: string, traps: boolean): string[] {
    const judge = judges.get(traps);
    if (judge === undefined) throw new Error('No fixture was made.');
    return judge.allowing(line).map(({ name }) => name);
  }
});
