/** Default models of the aliases. */
const ALIASES: Readonly<Record<string, string>> = {
  fable: 'claude-fable-5-2',
  haiku: 'claude-haiku-4-5',
  opus: 'claude-opus-5-5',
  sonnet: 'claude-sonnet-5',
};

/**
 * Resolves `wanted` (a full id, an alias, or `inherit`) for an agent whose parent uses `parent`. If the parent's model isn't a Claude
 * model, an alias means that model: a custom server has no others. `ANTHROPIC_DEFAULT_SONNET_MODEL` and the like override the aliases.
 */
export function resolveModel(wanted: string | undefined, parent: string, env: NodeJS.ProcessEnv): string {
  if (wanted === undefined || wanted === 'inherit') return parent;
  const named = Object.hasOwn(ALIASES, wanted) ? ALIASES[wanted] : undefined;
  if (named === undefined) return wanted;
  const set = env[`ANTHROPIC_DEFAULT_${wanted.toUpperCase()}_MODEL`];
  if (set !== undefined && set !== '') return set;
  return parent.startsWith('claude-') ? named : parent;
}
