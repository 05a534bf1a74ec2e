import { readVariable } from '#main/environment.ts';
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { isInside } from '#main/tool/is-inside.ts';
import type { ToolUseContext } from '#main/tool/tool.ts';
import { changesFolder } from './quiet-commands.ts';
import type { CommandResult } from '#main/tool/services/tool-services.ts';

/** What the place where a command ended means for the next one. */
export type CwdChange =
  | { readonly kind: 'same' }
  | { readonly kind: 'moved'; readonly cwd: string }
  | { readonly kind: 'reset'; readonly cwd: string };

/**
 * The working directory carries over while it stays in the project or an additional folder, unless
 * `CLAUDE_BASH_MAINTAIN_PROJECT_WORKING_DIR` is set; sub-agents never carry it.
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
 * Whether a command may have gone elsewhere without saying where it ended: it set an exit trap of its own, became another program with
 * `exec`, or was killed. The next one starts where it did, which its text doesn't say.
 */
export function mayLoseWorkingDirectory(command: string, { cwd }: CommandResult, { agent }: ToolUseContext): boolean {
  return cwd === undefined && agent.depth === 0 && changesFolder(command);
}

async function realOrSame(folder: string): Promise<string> {
  // Removed meanwhile: the name as it was.
  return realpath(folder).catch(() => folder);
}
