import { createContext, Script, type Context } from 'node:vm';

const sandbox: { work: () => void } = { work: () => undefined };
const script = new Script('work()');
/** Made when it is first needed: it has all of JavaScript's own objects. */
let context: Context | undefined;

/** A process that is stopped, or a machine that sleeps, lets the time pass without any work. */
const ATTEMPTS = 3;

/**
 * Runs work on this thread that a stranger's data could make endless, a regular expression included, and stops it after `ms`. Work that
 * was stopped before it had half of that time for itself is begun anew. Nothing runs inside the context but our own function: it is there
 * for the time limit that only it offers.
 * @param work has no effects, since it may be done in part and again.
 * @throws Error with the code `ERR_SCRIPT_EXECUTION_TIMEOUT`, or what `work` throws.
 */
export function withTimeLimit<T>(work: () => T, ms: number): T {
  for (let attempt = 1; ; attempt += 1) {
    const before = process.cpuUsage();
    try {
      return once(work, ms);
    } catch (error) {
      const { user, system } = process.cpuUsage(before);
      if (attempt === ATTEMPTS || !isTimeout(error) || user + system > ms * 500) throw error;
    }
  }
}

function once<T>(work: () => T, ms: number): T {
  let result: { readonly value: T } | undefined;
  const before = sandbox.work;
  context ??= createContext(sandbox);
  sandbox.work = () => {
    result = { value: work() };
  };
  try {
    script.runInContext(context, { timeout: ms });
  } finally {
    sandbox.work = before;
  }
  if (!result) throw new Error('the work was stopped');
  return result.value;
}

/** It may be an error of the context's own kind. */
function isTimeout(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}
