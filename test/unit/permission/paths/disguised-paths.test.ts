import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestEngine, type TestEngine } from '../test-engine.ts';

/** Spellings that mean the file on Windows or on disks of older macOS systems, and another one elsewhere. */
describe('disguised paths of files that a rule denies', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await makeTestEngine();
  });
  afterAll(() => engine.fixture.remove());

  const DENY = { allow: ['Bash'], deny: ['Read(.env)', 'Read(secrets/**)', 'Edit(lib/**)'] };

  it.each([
    '.env.',
    '.env ',
    '.env...',
    '.env\u200b',
    '.e\u200cnv',
    '.env::$DATA',
    '.env:x:$DATA',
    'secrets./k.env',
    'secrets /sub/s.txt',
    '.ENV.',
  ])('reading %j asks', (spelled) => {
    expect(engine.call('Read', { file_path: spelled }, engine.context(DENY)).behavior).toBe('ask');
    expect(engine.bash(`cat '${spelled}'`, engine.context(DENY)).behavior).not.toBe('allow');
  });

  it.each(['ſecrets/k.env', 'ｓecrets/k.env', '.eｎv'])('reading %s, the same name to some file systems, is denied', (spelled) => {
    expect(engine.call('Read', { file_path: spelled }, engine.context(DENY)).behavior).toBe('deny');
    expect(engine.bash(`cat ${spelled}`, engine.context(DENY)).behavior).toBe('deny');
  });

  it.each(['lib./d.ts', 'lib/d.ts.', 'lib\u200b/d.ts', 'lib/d.ts::$DATA'])('writing %j asks', (spelled) => {
    const at = engine.context(DENY, { mode: 'acceptEdits' });
    expect(engine.call('Write', { file_path: spelled, content: '' }, at).behavior).not.toBe('allow');
    expect(engine.bash(`touch '${spelled}'`, at).behavior).not.toBe('allow');
  });

  it.each(['.git::$INDEX_ALLOCATION/hooks/x', '.git:$I30:$INDEX_ALLOCATION/config', '.npmrc::$data', '.git./config'])(
    'writing %j, a protected path on Windows, asks',
    (spelled) => {
      const at = engine.context({ allow: ['Edit'] }, { mode: 'acceptEdits' });
      expect(engine.call('Write', { file_path: spelled, content: '' }, at).behavior).toBe('ask');
      expect(engine.bash(`touch '${spelled}'`, at).behavior).toBe('ask');
    },
  );

  it.each(['a.txt', './a.txt', 'with space.txt', 'src/..', 'HEAD:a.txt', 'src/a.ts.'])('reading %j does not', (spelled) => {
    expect(engine.call('Read', { file_path: spelled }, engine.context(DENY)).behavior).toBe('allow');
  });
});
