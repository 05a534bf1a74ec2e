import { errorMessage } from '#shared/error-message.ts';
import { existsSync } from 'node:fs';
import { lstat, realpath } from 'node:fs/promises';
import path from 'node:path';
import type { ToolUseContext } from '#main/tool/tool.ts';
import { isMissing } from '#shared/error-code.ts';
import { formatBytes } from '#shared/format-bytes.ts';
import { AGENT_ERRORS } from '#shared/session/agent-errors.ts';
import { DENIED_BY_RULE, digestOf, missingFileMessage, MovedPathError, readRegularFile, realPathOrParent } from './file-access.ts';
import { absolutePath, pathProblem } from './input-path.ts';
import { CIRCLE, circleMessage, linkTarget } from './link-target.ts';
import { decodeText, encodeText, looksBinary, type TextFile, toLineFeeds } from './text-file.ts';
import { MAX_EDITABLE_BYTES, WriteFailedError } from './write-text-file.ts';

export interface EditableFile {
  readonly ok: true;
  readonly realPath: string;
  readonly bytes: Buffer;
  readonly text: TextFile;
}
type Refusal = { readonly ok: false; readonly message: string };

/**
 * The existing file at `filePath`, if the model may change it: rules allow reading it, it isn't a link, and it was read in this session and
 * hasn't changed since. Returns a refusal instead of throwing.
 */
export async function editableFile(filePath: string, context: ToolUseContext): Promise<EditableFile | Refusal> {
  const target = await writeTarget(filePath, context);
  if (!target.ok) return target;
  if (!target.exists) return refuse(await missingFileMessage(target.file, context.cwd));
  const seen = context.readFileState.get(target.realPath);
  if (seen === undefined) return refuse(AGENT_ERRORS.notReadYet);
  const current = await readRegularFile(target.realPath, context, MAX_EDITABLE_BYTES).catch((error: unknown) =>
    refuse(errorMessage(error)),
  );
  if ('ok' in current) return current;
  const { bytes, size } = current;
  if (seen.digest !== digestOf(bytes)) return refuse(AGENT_ERRORS.changedSinceRead);
  if (looksBinary(bytes)) return refuse('This tool cannot change binary files.');
  const text = decodeText(bytes);
  if (!text.valid)
    return refuse(
      `The file (${formatBytes(size)}) is not valid UTF-8 or UTF-16 text; changing it as text would damage it. Use Bash with a tool that knows its encoding.`,
    );
  return { ok: true, realPath: target.realPath, bytes, text };
}

/** Characters of a file that a result repeats. */
const MAX_ORIGINAL_CHARS = 2_000_000;

/** The content before the change for the tool's output, with `\n` line ends; `null` when it is too long to include. */
export function originalFile({ text }: EditableFile): string | null {
  return text.raw.length > MAX_ORIGINAL_CHARS ? null : toLineFeeds(text.raw);
}

/** Encodes a new text in the file's encoding. */
export function withText({ text }: EditableFile, raw: string): { readonly ok: true; readonly bytes: Buffer } | Refusal {
  const bytes = encodeText({ ...text, raw });
  if (bytes !== undefined) return { ok: true, bytes };
  return refuse(
    'The file is encoded as Windows-1252, which lacks a character of the new text. Use other characters, or convert the file to UTF-8 first.',
  );
}

/** Whether a rule denies this file. Validation then skips it, so that the permission step can name the rule. */
export function isDeniedByRule(filePath: string, context: ToolUseContext): boolean {
  return !context.services.mayRead(absolutePath(filePath, context.cwd));
}

interface WriteTarget {
  readonly ok: true;
  readonly file: string;
  readonly realPath: string;
  readonly exists: boolean;
}

/** The file that a write to `filePath` changes. Links are refused: the changed file must be the named one (SPEC L5). */
export async function writeTarget(filePath: string, context: ToolUseContext): Promise<WriteTarget | Refusal> {
  if (filePath === '') return refuse('The path is empty. Name a file.');
  const problem = pathProblem(filePath);
  if (problem !== undefined) return refuse(problem);
  if (/[/\\]$/u.test(filePath) && path.basename(filePath) !== '') return refuse(`'${filePath}' names a folder. Name a file in it.`);
  const file = absolutePath(filePath, context.cwd);
  const realPath = path.join(await realPathOrParent(path.dirname(file)), path.basename(file));
  if (!context.services.mayRead(file) || !context.services.mayRead(realPath)) return refuse(DENIED_BY_RULE);
  try {
    const stats = await lstat(realPath);
    if (stats.isSymbolicLink()) return refuse(await throughLink(filePath, realPath));
    if (stats.isDirectory()) return refuse(`EISDIR: '${filePath}' is a folder. Name a file in it.`);
    if (!stats.isFile()) return refuse(`Cannot write '${filePath}': it is not a regular file.`);
    // On file systems that ignore case, this returns the file's real name, under which its state is stored.
    return decided({ ok: true, file, realPath: await realpath(realPath), exists: true }, context);
  } catch (error) {
    if (!isMissing(error)) return refuse(new WriteFailedError(filePath, error).message);
    // Creating parent folders must not recreate a removed project folder.
    const { projectDir } = context.session;
    if (!existsSync(projectDir))
      return refuse(`The project folder ${projectDir} no longer exists; nothing was written. Ask the user to bring it back.`);
    return decided({ ok: true, file, realPath, exists: false }, context);
  }
}

async function throughLink(filePath: string, link: string): Promise<string> {
  const target = linkTarget(link) ?? link;
  if (target === CIRCLE) return circleMessage(filePath);
  return `Refusing to write through symlink: ${filePath}. It leads to ${await realPathOrParent(target)}; name that file instead.`;
}

/** While a call runs, it may only write the file that the decision was about. */
function decided(target: WriteTarget, { decidedPaths }: ToolUseContext): WriteTarget | Refusal {
  const isDecided = decidedPaths === undefined || decidedPaths.includes(target.realPath);
  return isDecided ? target : refuse(new MovedPathError(target.file).message);
}

function refuse(message: string): Refusal {
  return { ok: false, message };
}
