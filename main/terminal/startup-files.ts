import { randomBytes } from 'node:crypto';
import { closeSync, constants, fstatSync, ftruncateSync, lstatSync, mkdirSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';

/** Longer than any path. */
const MAX_CWD_BYTES = 8192;
/** A file is truncated only above this size, since that is slower than writing it. */
const MAX_FILE_BYTES = 32 * 1024;

/**
 * A shell reads its startup script from the start of this file, and appends its working directory at exit. The file stays open here, so that
 * a file that a command puts in its place is neither written nor read.
 */
export interface StartupFile {
  readonly path: string;
  /** The working directory that the shell reported, absolute. `undefined` if it reported none or something invalid. */
  readonly readCwd: () => string | undefined;
}

interface OpenFile {
  readonly path: string;
  readonly fd: number;
}

/**
 * The startup files of a session’s shells, in a folder of its own. They are reused, since creating a file takes a tenth of the time
 * before a short command runs.
 */
export class StartupFiles {
  readonly #dir: string;
  #free: OpenFile[] = [];
  readonly #used = new Map<StartupFile, OpenFile>();
  #isClean = false;

  /** `folder`: its name in the session's folder. */
  constructor(sessionDir: string, folder: string) {
    this.#dir = path.join(sessionDir, folder);
  }

  get dir(): string {
    return this.#dir;
  }

  /**
   * A file that begins with the text that `script` returns for its path; the script must end with `return`, since older reports follow it.
   * Give it back afterwards. @throws Error when it can’t be created.
   */
  take(script: (file: string) => string): StartupFile {
    const open = this.#reusable() ?? this.#make();
    try {
      const notesFrom = writeScript(open.fd, Buffer.from(script(open.path)));
      const file = { path: open.path, readCwd: () => readCwd(open.fd, notesFrom) };
      this.#used.set(file, open);
      return file;
    } catch (error) {
      closeSync(open.fd);
      throw error;
    }
  }

  /** Call when the shell no longer uses it. Calling it again has no effect. */
  giveBack(file: StartupFile): void {
    const open = this.#used.get(file);
    if (open && this.#used.delete(file)) this.#free.push(open);
  }

  /** Removes all files. Never throws. */
  dispose(): void {
    for (const { fd } of [...this.#free, ...this.#used.values()]) closeSync(fd);
    this.#free = [];
    this.#used.clear();
    this.#clear();
  }

  #reusable(): OpenFile | undefined {
    for (let file = this.#free.pop(); file !== undefined; file = this.#free.pop()) {
      if (isStillThere(file)) return file;
      closeSync(file.fd);
    }
    return undefined;
  }

  #make(): OpenFile {
    // Files of a process that was killed.
    if (!this.#isClean) this.#clear();
    this.#isClean = true;
    mkdirSync(this.#dir, { recursive: true, mode: 0o700 });
    const file = path.join(this.#dir, randomBytes(6).toString('hex'));
    const fd = openSync(file, constants.O_RDWR | constants.O_CREAT | constants.O_EXCL, 0o600);
    return { path: file, fd };
  }

  #clear(): void {
    try {
      rmSync(this.#dir, { recursive: true, force: true });
    } catch {
      // The folder can’t be changed: creating the next file will fail and report it.
    }
  }
}

/** The path still names this file, and no other path does. */
function isStillThere({ path: file, fd }: OpenFile): boolean {
  const now = lstatSync(file, { throwIfNoEntry: false });
  const { dev, ino, nlink } = fstatSync(fd);
  return now !== undefined && now.dev === dev && now.ino === ino && nlink === 1;
}

/** Returns the size of the file. */
function writeScript(fd: number, script: Buffer): number {
  if (fstatSync(fd).size > MAX_FILE_BYTES) ftruncateSync(fd);
  if (writeSync(fd, script, 0, script.length, 0) < script.length) throw new Error('the disk is full');
  return fstatSync(fd).size;
}

function readCwd(fd: number, from: number): string | undefined {
  try {
    const buffer = Buffer.alloc(MAX_CWD_BYTES);
    const text = buffer.toString('utf8', 0, readSync(fd, buffer, 0, MAX_CWD_BYTES, from)).replace(/\n$/, '');
    return path.isAbsolute(text) && !text.includes('\0') ? text : undefined;
  } catch {
    // The shell reported none: the folder stays as it was.
    return undefined;
  }
}
