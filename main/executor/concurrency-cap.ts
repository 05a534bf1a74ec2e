const DEFAULT_CAP = 10;

/** Maximum number of concurrent calls: `CLAUDE_CODE_MAX_TOOL_USE_CONCURRENCY`, a positive integer. Default: 10. */
export function concurrencyCap(env: NodeJS.ProcessEnv): number {
  const cap = Number(env['CLAUDE_CODE_MAX_TOOL_USE_CONCURRENCY']);
  return Number.isSafeInteger(cap) && cap >= 1 ? cap : DEFAULT_CAP;
}
