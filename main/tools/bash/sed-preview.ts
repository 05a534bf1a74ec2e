import { realpath } from 'node:fs/promises';
import type { SedEdit } from '#main/permission/shell/sed-edit.ts';
import { startProcess } from '#main/tool/start-process.ts';
import type { ToolUseContext } from '#main/tool/tool.ts';
import { diffOf, type FileDiff } from '../diff-view.ts';
import { writeTarget } from '../editable-file.ts';
import { digestOf, quickStat, readRegularFile } from '../file-access.ts';
import { decodeText, looksBinary, toLineFeeds } from '../text-file.ts';
import { placeFile } from '../write-text-file.ts';

/** Larger files are left to sed: their diff would not be read. */
const MAX_BYTES = 1024 * 1024;
const TIME_LIMIT_MS = 3000;
/** Absolute paths, since another sed on the PATH hasn't been approved yet. */
const PROGRAMS = ['/usr/bin/sed', '/bin/sed'];
/** Entries are small, and those of denied calls are never removed. */
const MAX_KEPT = 1000;

interface SedChange {
  readonly edit: SedEdit;
  readonly realPath: string;
  readonly before: Buffer;
  readonly after: Buffer;
}

interface ShownChange {
  readonly command: string;
  readonly cwd: string;
  readonly realPath: string;
  /** Digests of the content before and after. */
  readonly before: string;
  readonly after: string;
}

/** The changes of `sed -i` commands as cards show them. Exactly the shown change is then made, or none. */
export class SedPreviews {
  readonly #shown = new Map<string, ShownChange>();
  readonly #read: (command: string, cwd: string) => SedEdit | undefined;

  constructor(read: (command: string, cwd: string) => SedEdit | undefined) {
    this.#read = read;
  }

  /** The diff that will be applied; `undefined` for a command that runs as it is. */
  async preview(command: string, context: ToolUseContext): Promise<{ readonly path: string; readonly diff: FileDiff } | undefined> {
    const key = keyOf(context);
    this.#shown.delete(key);
    const change = await this.#change(command, context);
    if (change === undefined) return undefined;
    const { realPath, before, after } = change;
    const diff = diffBetween(before, after);
    // A change that can't be shown completely is left to sed.
    if (diff.truncated) return undefined;
    if (this.#shown.size >= MAX_KEPT) {
      const [oldest] = this.#shown.keys();
      if (oldest !== undefined) this.#shown.delete(oldest);
    }
    this.#shown.set(key, { command, cwd: context.cwd, realPath, before: digestOf(before), after: digestOf(after) });
    return { path: realPath, diff };
  }

  /**
   * Makes the change that was shown for this call; `undefined` if none was.
   * @throws Error if the file has changed since.
   */
  async apply(command: string, context: ToolUseContext): Promise<{ readonly path: string; readonly diff: FileDiff } | undefined> {
    const key = keyOf(context);
    const shown = this.#shown.get(key);
    this.#shown.delete(key);
    if (shown === undefined || shown.command !== command || shown.cwd !== context.cwd) return undefined;
    const change = await this.#change(command, context);
    const changed = `${shown.realPath} has changed since the user saw the diff of this command, so nothing was changed. Run it again.`;
    if (
      change === undefined ||
      change.realPath !== shown.realPath ||
      digestOf(change.before) !== shown.before ||
      digestOf(change.after) !== shown.after
    ) {
      throw new Error(changed);
    }
    const { edit, realPath, before, after } = change;
    if (edit.backupSuffix !== undefined) await this.#backUp(`${realPath}${edit.backupSuffix}`, before, context);
    if (!after.equals(before)) await placeFile(realPath, after, shown.before, context, changed);
    return { path: realPath, diff: diffBetween(before, after) };
  }

  async #backUp(file: string, bytes: Buffer, context: ToolUseContext): Promise<void> {
    const target = await writeTarget(file, context);
    if (!target.ok) throw new Error(target.message);
    const existing = target.exists ? digestOf((await readRegularFile(target.realPath, context, MAX_BYTES)).bytes) : null;
    await placeFile(target.realPath, bytes, existing, context);
  }

  async #change(command: string, context: ToolUseContext): Promise<SedChange | undefined> {
    const edit = this.#read(command, context.cwd);
    if (edit === undefined) return undefined;
    try {
      const target = await writeTarget(edit.path, context);
      if (!target.ok || !target.exists) return undefined;
      const { bytes: before } = await readRegularFile(target.realPath, context, MAX_BYTES);
      if (looksBinary(before) || !decodeText(before).valid) return undefined;
      return { edit, realPath: await realpath(target.realPath), before, after: await substituted(edit, before) };
    } catch {
      // The command then runs unchanged, and sed reports the error.
      return undefined;
    }
  }
}

function keyOf({ agent, toolUseId }: ToolUseContext): string {
  return `${agent.agentId ?? ''}/${toolUseId}`;
}

function diffBetween(before: Buffer, after: Buffer): FileDiff {
  return diffOf(toLineFeeds(decodeText(before).raw), toLineFeeds(decodeText(after).raw));
}

/**
 * The content as sed changes it. It only reads its input and prints, as the script was found to do nothing else. Its environment is fixed.
 * Rejects if sed is missing, fails, prints more than the limit or takes too long.
 */
async function substituted({ args }: SedEdit, before: Buffer): Promise<Buffer> {
  const program = PROGRAMS.find((file) => quickStat(file)?.isFile());
  if (program === undefined) throw new Error('there is no sed');
  // GNU sed's own check that the script names no file and runs nothing.
  const options = process.platform === 'linux' ? ['--sandbox', ...args] : args;
  const child = startProcess(program, options, {
    stdio: 'pipe',
    cwd: '/',
    env: { LC_ALL: process.platform === 'linux' ? 'C.UTF-8' : 'en_US.UTF-8' },
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), TIME_LIMIT_MS);
  const printed: Buffer[] = [];
  let size = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > 4 * MAX_BYTES) child.kill('SIGKILL');
    else printed.push(chunk);
  });
  child.stderr.resume();
  child.stdin.end(before);
  try {
    const exitCode = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    if (exitCode !== 0) throw new Error('sed failed');
    return Buffer.concat(printed);
  } finally {
    clearTimeout(timer);
  }
}
