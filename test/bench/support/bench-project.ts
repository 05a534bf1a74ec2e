import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const FILES = 325;
const DIRS = 13;

/** A temporary folder with a home and a project of 325 small files, removed on dispose. */
export class BenchProject implements Disposable {
  /** Absolute, with links resolved; also the home folder of the programs. */
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-bench-')));
  readonly projectDir = join(this.root, 'project');
  /** A file of three lines. */
  readonly tinyFile = join(this.projectDir, 'tiny.txt');

  constructor() {
    for (let at = 0; at < FILES; at += 1) {
      mkdirSync(join(this.projectDir, `d${at % DIRS}`), { recursive: true });
      writeFileSync(this.file(at), `export const value${at} = ${at};\n`.repeat(40));
    }
    writeFileSync(this.tinyFile, 'one\ntwo\nthree\n');
  }

  /** One of the files of 40 lines. */
  file(at: number): string {
    return join(this.projectDir, `d${at % DIRS}`, `f${at}.ts`);
  }

  [Symbol.dispose](): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
