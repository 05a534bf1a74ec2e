import { createContext, Script, type Context } from 'node:vm';

const sandbox: { work: () => void } = { work: () => undefined };
const script = new Script('work()');
/** Created on first use, because a context is expensive. */
let context: Context | undefined;

/** Attempts when the time passed without CPU use, as when the process is paused or the machine sleeps. */
const ATTEMPTS = 3;

/**
 * Runs synchronous work that untrusted data could make endless (a regular expression, for example), and stops it after `ms`. Work that
 * was stopped before it used half of that as CPU time is retried. The context runs only our own function: `node:vm` is used just for
 * its timeout.
 * @param work must have no side effects, because it may run partially and again.
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

/** No `instanceof`: the error may come from the context's own realm. */
function isTimeout(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}
