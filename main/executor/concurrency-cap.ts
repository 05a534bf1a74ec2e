const DEFAULT_CAP = 10;

/** Calls that may run at the same time: `CLAUDE_CODE_MAX_TOOL_USE_CONCURRENCY`, a whole number from 1; 10 otherwise. */
export function concurrencyCap(env: NodeJS.ProcessEnv): number {
  const cap = Number(env['CLAUDE_CODE_MAX_TOOL_USE_CONCURRENCY']);
  return Number.isSafeInteger(cap) && cap >= 1 ? cap : DEFAULT_CAP;
}
