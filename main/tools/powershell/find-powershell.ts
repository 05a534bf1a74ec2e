import { readVariable } from '#main/environment.ts';
import { findProgram } from '#main/tool/start-process.ts';
import type { ToolEnv } from '../tool-deps.ts';

/**
 * The PowerShell to run; `undefined` if the tool is not offered. `CLAUDE_CODE_USE_POWERSHELL_TOOL` disables it on Windows and enables it
 * elsewhere.
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

/** The bash line that runs the script. The script is encoded, so that bash interprets nothing in it. */
export function powerShellLine(program: string, script: string): string {
  const encoded = Buffer.from(`$ProgressPreference = 'SilentlyContinue'\n${script}`, 'utf16le').toString('base64');
  return `'${program.replaceAll("'", `'\\''`)}' -NoLogo -NoProfile -NonInteractive -EncodedCommand ${encoded}`;
}
