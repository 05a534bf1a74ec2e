import { realpathSync } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { isInside } from '#main/tool/is-inside.ts';
import type { ToolUseContext } from '#main/tool/tool.ts';
import { isMissing } from '#shared/error-code.ts';
import { absolutePath } from '../input-path.ts';

const MAX_BYTES = 1024 * 1024;

interface WhichWorkflow {
  readonly script?: string | undefined;
  readonly name?: string | undefined;
  readonly scriptPath?: string | undefined;
  readonly resumeFromRunId?: string | undefined;
}

/** The script that a call means. @throws Error that tells the model why there is none. */
export async function workflowSource(input: WhichWorkflow, context: ToolUseContext): Promise<string> {
  const { script, name, scriptPath, resumeFromRunId } = input;
  if (scriptPath !== undefined) return readScript(scriptPath, context);
  if (script !== undefined) return script;
  if (!context.workflows) throw new Error('No workflows can run here.');
  if (name === undefined) return context.workflows.scriptOf(resumeFromRunId ?? '');
  const saved = context.workflows.saved();
  const found = saved.find((workflow) => workflow.name === name);
  if (found) return found.text;
  const names = saved.map((workflow) => workflow.name).join(', ');
  throw new Error(`There is no saved workflow “${name.slice(0, 100)}”. ${names === '' ? 'There are none.' : `There are: ${names}.`}`);
}

function isInReach(real: string, context: ToolUseContext): boolean {
  const { session, cwd } = context;
  const { additionalWorkingDirectories } = context.getAppState().permission;
  const folders = [session.projectDir, session.sessionDir, cwd, ...additionalWorkingDirectories];
  return folders.some((folder) => isInside(real, folder) || isInside(real, realFolder(folder)));
}

function realFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    // It doesn’t exist, so nothing is inside it.
    return folder;
  }
}

/** Nothing of the file reaches the model: it is only run, as a script that can do nothing but start agents. */
async function readScript(path: string, context: ToolUseContext): Promise<string> {
  const absolute = absolutePath(path, context.cwd);
  try {
    const real = await realpath(absolute);
    if (!isInReach(real, context)) throw new Error(`${path} is outside of the working directories.`);
    if (!context.services.mayRead(absolute) || !context.services.mayRead(real)) throw new Error(`A rule denies reading ${path}.`);
    await using file = await open(real, 'r');
    const stat = await file.stat();
    if (!stat.isFile()) throw new Error(`${path} isn’t a regular file.`);
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(MAX_BYTES + 1), position: 0 });
    if (bytesRead > MAX_BYTES) throw new Error(`${path} is larger than a script may be.`);
    return buffer.toString('utf8', 0, bytesRead);
  } catch (error) {
    if (isMissing(error)) throw new Error(`There is no file ${path}.`, { cause: error });
    throw error;
  }
}
