import type { ScriptProcess, ScriptService } from '#main/tool/services/scripts.ts';
import { HostedScript } from './hosted-script.ts';
import { startLockedProcess } from './locked-process.ts';
import { replCode } from './source/repl-code.ts';
import { workflowSource } from './source/workflow-source.ts';

/** The script processes of a session, which end with it. */
export class SessionScripts implements ScriptService {
  readonly #running = new Set<HostedScript>();
  readonly #start: typeof startLockedProcess;
  #isDisposed = false;

  /** `start` creates the process. */
  constructor(start = startLockedProcess) {
    this.#start = start;
  }

  open(options: Parameters<ScriptService['open']>[0]): ScriptProcess {
    if (this.#isDisposed) throw new Error('The session is closing.');
    const script: HostedScript = new HostedScript(this.#start(), options, () => this.#running.delete(script));
    if (!script.hasEnded) this.#running.add(script);
    return script;
  }

  replCode = replCode;
  workflow = workflowSource;

  dispose(): void {
    this.#isDisposed = true;
    for (const script of this.#running) script.end('the session was closed');
  }
}
