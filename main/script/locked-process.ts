import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { appRoot } from '#main/app-root.ts';
import { startProcess } from '#main/tool/start-process.ts';
import { HEAP_MB } from './script-limits.ts';

const FROM_SOURCE = import.meta.url.endsWith('.ts');
/** Beside the bundle, or its source when running from source. */
const PROGRAM = FROM_SOURCE ? join(import.meta.dirname, 'process/script-process.ts') : join(appRoot, 'out/main/script-process.js');

/** Only what an operating system or a Node with its own libraries needs to start. The process removes them as well. */
const KEPT_VARIABLES = ['LD_LIBRARY_PATH', 'SystemRoot'];

const ARGUMENTS = [
  '--permission',
  // The bundle is one file, which Node may always read; its source is several.
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
 * Starts the process that runs a script. Node's `vm` doesn't keep a hostile script in, so the process has nothing to give: no files, no
 * programs, no variables, no open files but its input and output, and an empty folder to be in.
 * @throws ProcessStartError
 */
export function startLockedProcess(): ChildProcessWithoutNullStreams {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-script-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  const kept = KEPT_VARIABLES.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]] as const]));
  try {
    const child = startProcess(process.execPath, ARGUMENTS, {
      stdio: 'pipe',
      cwd: folder,
      env: { ...Object.fromEntries(kept), ...(process.versions['electron'] === undefined ? {} : { ELECTRON_RUN_AS_NODE: '1' }) },
      // Ctrl-C in Gatehouse's terminal must only reach Gatehouse. Also, it can be ended as a group.
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
