import { userInfo } from 'node:os';
import { join } from 'node:path';
import { type ProgramOutput, runProgramNow } from '#main/tool/start-process.ts';
import type { FileText } from '#main/tool/read-bounded.ts';
import { statOf } from './real-path.ts';
import { MAX_SETTINGS_BYTES } from './repository-supplies.ts';

/** A place of the operating system where an administrator's settings may be, as JSON. */
export interface ManagedStore {
  /** Shown as the file of its settings. */
  readonly name: string;
  /** Users can write it themselves, so it counts only if there are no other managed settings. */
  readonly isUsers: boolean;
  /** Never throws. */
  read(): FileText;
}

export type RunProgram = (program: string, args: readonly string[]) => ProgramOutput;

const LIMIT_MS = 5000;
const MISSING: FileText = { kind: 'missing' };

const run: RunProgram = (program, args) => runProgramNow(program, args, { timeoutMs: LIMIT_MS, maxBytes: MAX_SETTINGS_BYTES });

/** The stores of this platform, the most important first; none on Linux. */
export function platformStores(platform: NodeJS.Platform = process.platform, runProgram: RunProgram = run): readonly ManagedStore[] {
  if (platform === 'darwin') {
    const name = 'com.anthropic.claudecode.plist';
    const folder = '/Library/Managed Preferences';
    // A profile for one user is the administrator's too.
    return [join(folder, name), join(folder, userName(), name)].map((file) => preferences(file, runProgram));
  }
  if (platform !== 'win32') return [];
  return [registryKey('HKLM', false, runProgram), registryKey('HKCU', true, runProgram)];
}

const PLATFORMS = platformStores();

/** The stores that count beside a folder of managed settings. */
export function managedStores(options: {
  readonly managedDir?: string | null | undefined;
  readonly managedStores?: readonly ManagedStore[] | undefined;
}): readonly ManagedStore[] {
  return options.managedStores ?? (options.managedDir === undefined ? PLATFORMS : []);
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // An account without a name has no profile of its own.
    return '-';
  }
}

/** macOS: managed preferences, a property list with the keys of `managed-settings.json`. Converted again once the file has changed. */
export function preferences(file: string, runProgram: RunProgram): ManagedStore {
  let kept: { readonly stamp: string; readonly text: FileText } | undefined;
  return {
    name: file,
    isUsers: false,
    read: () => {
      const stat = statOf(file);
      if (!stat) return MISSING;
      const stamp = `${stat.ino}:${stat.size}:${stat.mtimeMs}:${stat.ctimeMs}`;
      if (kept?.stamp !== stamp)
        kept = { stamp, text: converted(runProgram('/usr/bin/plutil', ['-convert', 'json', '-o', '-', '--', file])) };
      return kept.text;
    },
  };
}

function converted(output: ProgramOutput): FileText {
  if (output.exitCode === 0) return { kind: 'text', text: output.stdout };
  return {
    kind: 'unreadable',
    reason: `The property list can’t be converted to JSON: ${output.problem ?? `plutil ended with ${output.exitCode}`}.`,
  };
}

const KEY = String.raw`SOFTWARE\Policies\ClaudeCode`;
/** Minimum time between reads of the registry. */
const KEPT_MS = 60_000;

/** Windows: the value `Settings`, a text with the JSON. */
export function registryKey(hive: 'HKLM' | 'HKCU', isUsers: boolean, runProgram: RunProgram, now: () => number = Date.now): ManagedStore {
  const name = `${hive}\\${KEY}`;
  let kept: { readonly at: number; readonly text: FileText } | undefined;
  return {
    name,
    isUsers,
    read: () => {
      if (kept === undefined || now() - kept.at >= KEPT_MS) {
        const program = String.raw`C:\Windows\System32\reg.exe`;
        kept = { at: now(), text: registryValue(runProgram(program, ['query', name, '/v', 'Settings'])) };
      }
      return kept.text;
    },
  };
}

/** `reg query` prints the key, then a line with name, type and value; it ends with 1 if there is no such value. */
function registryValue({ exitCode, stdout, problem }: ProgramOutput): FileText {
  if (exitCode === 1) return MISSING;
  if (exitCode !== 0) return { kind: 'unreadable', reason: `The registry can’t be read: ${problem ?? `reg ended with ${exitCode}`}.` };
  const value = /^[ \t]+Settings[ \t]+REG_(?:EXPAND_)?SZ[ \t]+(?<json>[\s\S]*)$/mu.exec(stdout)?.groups?.['json'];
  return value === undefined ? { kind: 'unreadable', reason: 'The value “Settings” is no text.' } : { kind: 'text', text: value.trim() };
}
