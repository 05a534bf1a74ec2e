import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A temporary folder with a project and a state folder. Removed on dispose. */
export class TempProject {
  /** Real path of the temporary folder; nothing outside is touched. */
  readonly root: string;
  readonly projectDir: string;
  readonly stateDir: string;
  readonly homeDir: string;

  constructor(files: Readonly<Record<string, string>> = {}) {
    this.root = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-test-')));
    this.projectDir = join(this.root, 'project');
    this.stateDir = join(this.root, 'state');
    this.homeDir = join(this.root, 'home');
    for (const dir of [this.projectDir, this.stateDir, this.homeDir]) mkdirSync(dir);
    for (const [path, content] of Object.entries(files)) this.write(path, content);
  }

  path(relative: string): string {
    return join(this.projectDir, relative);
  }

  write(relative: string, content: string): void {
    mkdirSync(dirname(this.path(relative)), { recursive: true });
    writeFileSync(this.path(relative), content);
  }

  [Symbol.dispose](): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
