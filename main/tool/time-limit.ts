import { createContext, Script, type Context } from 'node:vm';

const sandbox: { work: () => void } = { work: () => undefined };
const script = new Script('work()');
/** Made when it is first needed: it has all of JavaScript's own objects. */
let context: Context | undefined;

/**
 * Runs work on this thread that a stranger's data could make endless, a regular expression included, and stops it after `ms`.
 * Nothing runs inside the context but our own function: it is there for the time limit that only it offers.
 * @throws Error with the code `ERR_SCRIPT_EXECUTION_TIMEOUT`, or what `work` throws.
 */
export function withTimeLimit<T>(work: () => T, ms: number): T {
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
