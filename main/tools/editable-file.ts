import { errorMessage } from '#shared/error-message.ts';
import { existsSync } from 'node:fs';
import { lstat, realpath } from 'node:fs/promises';
import path from 'node:path';
import type { ToolUseContext } from '#main/tool/tool.ts';
import {
  DENIED_BY_RULE,
  digestOf,
  formatBytes,
  isMissing,
  missingFileMessage,
  MovedPathError,
  readRegularFile,
  realPathOrParent,
} from './file-access.ts';
import { absolutePath } from './input-path.ts';
import { decodeText, looksBinary, type TextFile } from './text-file.ts';
import { CHANGED_SINCE_READ, MAX_EDITABLE_BYTES, WriteFailedError } from './write-text-file.ts';

export interface EditableFile {
  readonly ok: true;
  readonly realPath: string;
  readonly bytes: Buffer;
  readonly text: TextFile;
}
type Refusal = { readonly ok: false; readonly message: string };

const NOT_READ_YET = 'File has not been read yet. Read it first before writing to it.';

/**
 * The existing file at `filePath` as the model may change it: readable by the rules, no link, read before in this session and
 * unchanged since. Says what is wrong instead of throwing.
 */
export async function editableFile(filePath: string, context: ToolUseContext): Promise<EditableFile | Refusal> {
  const target = await writeTarget(filePath, context);
  if (!target.ok) return target;
  if (!target.exists) return refuse(await missingFileMessage(target.file, context.cwd));
  if (filePath.toLowerCase().endsWith('.ipynb'))
    return refuse('This is a Jupyter notebook: change its cells with NotebookEdit, not as text.');
  const seen = context.readFileState.get(target.realPath);
  if (seen === undefined) return refuse(NOT_READ_YET);
  const current = await readRegularFile(target.realPath, context, MAX_EDITABLE_BYTES).catch((error: unknown) =>
    refuse(errorMessage(error)),
  );
  if ('ok' in current) return current;
  const { bytes, size } = current;
  if (seen.digest !== digestOf(bytes)) return refuse(CHANGED_SINCE_READ);
  if (looksBinary(bytes)) return refuse('This tool cannot change binary files.');
  const text = decodeText(bytes);
  if (!text.valid)
    return refuse(
      `The file (${formatBytes(size)}) is not valid UTF-8 or UTF-16 text; changing it as text would damage it. Use Bash with a tool that knows its encoding.`,
    );
  return { ok: true, realPath: target.realPath, bytes, text };
}

/** A rule denies this file: its own check looks at nothing and leaves the answer, with the rule's name, to the permission step. */
export function isDeniedByRule(filePath: string, context: ToolUseContext): boolean {
  return !context.services.mayRead(absolutePath(filePath, context.cwd));
}

interface WriteTarget {
  readonly ok: true;
  readonly file: string;
  readonly realPath: string;
  readonly exists: boolean;
}

/** Where a write to `filePath` really goes. Links are refused: what is changed must be what was named. */
export async function writeTarget(filePath: string, context: ToolUseContext): Promise<WriteTarget | Refusal> {
  if (filePath === '' || filePath.includes('\0')) return refuse('file_path must be the path of a file.');
  const file = absolutePath(filePath, context.cwd);
  const realPath = path.join(await realPathOrParent(path.dirname(file)), path.basename(file));
  if (!context.services.mayRead(file) || !context.services.mayRead(realPath)) return refuse(DENIED_BY_RULE);
  try {
    const stats = await lstat(realPath);
    if (stats.isSymbolicLink()) {
      return refuse(
        `Refusing to write through symlink: ${filePath}. It leads to ${await realPathOrParent(realPath)}; name that file instead.`,
      );
    }
    if (stats.isDirectory()) return refuse(`EISDIR: illegal operation on a directory, open '${filePath}'`);
    if (!stats.isFile()) return refuse(`Cannot write '${filePath}': it is not a regular file.`);
    // Again, for file systems that take a name in any case: what is known of a file is kept under its own name.
    return decided({ ok: true, file, realPath: await realpath(realPath), exists: true }, context);
  } catch (error) {
    if (!isMissing(error)) return refuse(new WriteFailedError(filePath, error).message);
    // Making the folders of a new file would put another project in its place.
    const { projectDir } = context.session;
    if (!existsSync(projectDir))
      return refuse(`The project folder ${projectDir} no longer exists; nothing was written. Ask the user to bring it back.`);
    return decided({ ok: true, file, realPath, exists: false }, context);
  }
}

/** While a call runs, a target other than the one that was decided about is none. */
function decided(target: WriteTarget, { decidedPaths }: ToolUseContext): WriteTarget | Refusal {
  const isDecided = decidedPaths === undefined || decidedPaths.includes(target.realPath);
  return isDecided ? target : refuse(new MovedPathError(target.file).message);
}

function refuse(message: string): Refusal {
  return { ok: false, message };
}
