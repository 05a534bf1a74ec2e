import { readVariable } from '#main/environment.ts';
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { isInside } from '#main/tool/is-inside.ts';
import type { ToolUseContext } from '#main/tool/tool.ts';
import { changesFolder } from './quiet-commands.ts';
import type { CommandResult } from '#main/tool/services/tool-services.ts';

/** How the folder in which a command ended affects the next one. */
export type CwdChange =
  | { readonly kind: 'same' }
  | { readonly kind: 'moved'; readonly cwd: string }
  | { readonly kind: 'reset'; readonly cwd: string };

/**
 * A change of the working directory lasts for the next command if it stays in the project or an additional folder, unless
 * `CLAUDE_BASH_MAINTAIN_PROJECT_WORKING_DIR` is set. For sub-agents it never lasts.
 */
export async function cwdChange(
  endedAt: string | undefined,
  context: ToolUseContext,
  env: Readonly<Record<string, string | undefined>>,
): Promise<CwdChange> {
  if (endedAt === undefined || endedAt === context.cwd || context.agent.depth > 0) return { kind: 'same' };
  const place = await realOrSame(endedAt);
  if (place === (await realOrSame(context.cwd))) return { kind: 'same' };
  const { projectDir } = context.session;
  if (readVariable(env, 'CLAUDE_BASH_MAINTAIN_PROJECT_WORKING_DIR')) return { kind: 'reset', cwd: projectDir };
  const allowed = [projectDir, ...context.getAppState().permission.additionalWorkingDirectories];
  for (const folder of allowed) {
    const real = await realOrSame(folder);
    if (isInside(place, real)) return { kind: 'moved', cwd: path.join(folder, path.relative(real, place)) };
  }
  return { kind: 'reset', cwd: projectDir };
}

/**
 * Whether a command may have changed its folder without reporting it: it set its own exit trap, replaced the shell with `exec`, or was
 * killed. The next command then starts in the previous folder, and the result says so.
 */
export function mayLoseWorkingDirectory(command: string, { cwd }: CommandResult, { agent }: ToolUseContext): boolean {
  return cwd === undefined && agent.depth === 0 && changesFolder(command);
}

async function realOrSame(folder: string): Promise<string> {
  // It was removed meanwhile: the name is kept as it was.
  return realpath(folder).catch(() => folder);
}
