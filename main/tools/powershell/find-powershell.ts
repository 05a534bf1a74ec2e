import { readVariable } from '#main/environment.ts';
import { findProgram } from '#main/tool/start-process.ts';
import type { ToolEnv } from '../tool-deps.ts';

/**
 * The PowerShell to run; `undefined` if the tool is not offered. On Windows it is offered unless `CLAUDE_CODE_USE_POWERSHELL_TOOL` says no,
 * elsewhere only if that says yes.
 */
export function findPowerShell(
  env: ToolEnv,
  projectDir: string,
  platform: NodeJS.Platform = process.platform,
  find: typeof findProgram = findProgram,
): string | undefined {
  const isWindows = platform === 'win32';
  if (!(readVariable(env, 'CLAUDE_CODE_USE_POWERSHELL_TOOL') ?? isWindows)) return undefined;
  const names = isWindows ? ['pwsh.exe', 'powershell.exe'] : ['pwsh'];
  return names.map((name) => find(name, env, projectDir)).find((file) => file !== undefined);
}

/** The line for bash that runs the script. It is encoded, so that nothing in it means something to bash. */
export function powerShellLine(program: string, script: string): string {
  const encoded = Buffer.from(`$ProgressPreference = 'SilentlyContinue'\n${script}`, 'utf16le').toString('base64');
  return `'${program.replaceAll("'", `'\\''`)}' -NoLogo -NoProfile -NonInteractive -EncodedCommand ${encoded}`;
}
