import { randomBytes } from 'node:crypto';
import { closeSync, constants, fstatSync, ftruncateSync, lstatSync, mkdirSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';

/** A path is shorter. */
const MAX_CWD_BYTES = 8192;
/** Only then is a file cut back: that takes longer than to write it. */
const MAX_FILE_BYTES = 32 * 1024;

/**
 * From its start a shell reads how to begin, at its end the shell notes where it stood when it ended. It stays open here: whatever a
 * command puts in its place is neither written to nor believed.
 */
export interface StartupFile {
  readonly path: string;
  /** Where the shell said that it stood: an absolute path, as text. `undefined` when it didn’t, or said something else. */
  readonly readCwd: () => string | undefined;
}

interface OpenFile {
  readonly path: string;
  readonly fd: number;
}

/**
 * The startup files of one session’s shells, in `shells/` of its folder. The next command takes one that an earlier has done with: making
 * a new file would take a tenth of all the time before a short command runs.
 */
export class StartupFiles {
  readonly #dir: string;
  #free: OpenFile[] = [];
  readonly #used = new Map<StartupFile, OpenFile>();
  #isClean = false;

  constructor(sessionDir: string) {
    this.#dir = path.join(sessionDir, 'shells');
  }

  /**
   * A file that begins with what `script` says for its path; the script must `return`, since notes of earlier shells follow it. To be given
   * back. Throws when it can’t be made.
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

  /** Once nothing reads or writes it any more; a second time does nothing. */
  giveBack(file: StartupFile): void {
    const open = this.#used.get(file);
    if (open && this.#used.delete(file)) this.#free.push(open);
  }

  /** Removes them all. Never throws. */
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
    // What a process that was killed has left.
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
      // A folder that can’t be changed: the next file can’t be made either, and that is said.
    }
  }
}

/** The path leads to the very file, and no other does. */
function isStillThere({ path: file, fd }: OpenFile): boolean {
  const now = lstatSync(file, { throwIfNoEntry: false });
  const { dev, ino, nlink } = fstatSync(fd);
  return now !== undefined && now.dev === dev && now.ino === ino && nlink === 1;
}

/** @returns where the file ends. */
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
