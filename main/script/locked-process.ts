import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { appRoot, isPackaged } from '#main/app-root.ts';
import { ProcessStartError, startProcess } from '#main/tool/start-process.ts';
import { HEAP_MB } from './script-limits.ts';

const FROM_SOURCE = import.meta.url.endsWith('.ts');
/** Next to the bundle; when running from source, next to this file. */
const PROGRAM = FROM_SOURCE ? join(import.meta.dirname, 'process/script-process.ts') : join(appRoot, 'out/main/script-process.js');

/** The variables that the operating system, or a Node with its own libraries, needs to start. The process then removes these too. */
const KEPT_VARIABLES = ['LD_LIBRARY_PATH', 'SystemRoot'];

const ARGUMENTS = [
  '--permission',
  // Node may always read the entry file, and the bundle is only that; the source is several files.
  ...(FROM_SOURCE ? [`--allow-fs-read=${dirname(PROGRAM)}`] : []),
  '--disallow-code-generation-from-strings',
  '--frozen-intrinsics',
  '--no-warnings',
  '--no-addons',
  `--max-old-space-size=${HEAP_MB}`,
  '--max-semi-space-size=4',
  PROGRAM,
];

/**
 * Starts the process that runs a script. Node's `vm` can't contain a hostile script, so the process itself has no access to anything: no
 * files, no programs, no variables, no open files except its input and output, and an empty working directory.
 * @throws ProcessStartError
 */
export function startLockedProcess(): ChildProcessWithoutNullStreams {
  // Its Electron doesn't run as Node, so this would start the app a second time.
  if (isPackaged) throw new ProcessStartError(new Error('the packaged app can’t run scripts'));
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-script-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  const kept = KEPT_VARIABLES.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]] as const]));
  try {
    const child = startProcess(process.execPath, ARGUMENTS, {
      stdio: 'pipe',
      cwd: folder,
      env: { ...Object.fromEntries(kept), ...(process.versions['electron'] === undefined ? {} : { ELECTRON_RUN_AS_NODE: '1' }) },
      // Ctrl-C in Gatehouse's terminal must only reach Gatehouse, and the process can be killed as a group.
      detached: true,
      windowsHide: true,
    });
    child.once('close', remove);
    child.once('error', remove);
    return child;
  } catch (error) {
    remove();
    throw error;
  }
}
