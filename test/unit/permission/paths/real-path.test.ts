import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { physicalPath, realPath } from '#main/permission/paths/real-path.ts';

describe('realPath', () => {
  let root: string;
  beforeAll(() => {
    root = realpathSync(mkdtempSync(path.join(tmpdir(), 'gatehouse-real-')));
    mkdirSync(path.join(root, 'real/deep'), { recursive: true });
    writeFileSync(path.join(root, 'real/file'), '');
    symlinkSync('real/deep', path.join(root, 'link'));
    symlinkSync('/nowhere/else', path.join(root, 'dangling'));
    symlinkSync('loop-b', path.join(root, 'loop-a'));
    symlinkSync('loop-a', path.join(root, 'loop-b'));
  });
  afterAll(() => rmSync(root, { recursive: true }));

  it.each([
    ['real/file', 'real/file'],
    ['link', 'real/deep'],
    ['link/new/file', 'real/deep/new/file'],
    ['not/there/yet', 'not/there/yet'],
  ])('%s resolves to %s', (from, to) => {
    expect(realPath(path.join(root, from))).toBe(path.join(root, to));
  });

  it('follows a dangling link to where a write would create the file', () => {
    expect(realPath(path.join(root, 'dangling'))).toBe('/nowhere/else');
    expect(realPath(path.join(root, 'dangling/x'))).toBe('/nowhere/else/x');
  });

  it('resolves a loop or a NUL to nothing', () => {
    expect(realPath(path.join(root, 'loop-a'))).toBeUndefined();
    expect(realPath(`${root}/a\0b`)).toBeUndefined();
  });

  it('equals step-by-step resolution for any tree', () => {
    const part = fc.constantFrom('real', 'deep', 'file', 'link', 'dangling', 'loop-a', 'new', 'else', '.', '..', '');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        const asked = [root, ...parts].join('/');
        expect(realPath(asked)).toBe(physicalPath(asked));
      }),
      { numRuns: 2000 },
    );
  });

  it('applies .. after following links, as the kernel does', () => {
    expect(physicalPath(`${root}/link/../file`)).toBe(path.join(root, 'real/file'));
  });
});
