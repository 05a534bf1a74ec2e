/** What the short names stand for where the environment names nothing else. */
const ALIASES: Readonly<Record<string, string>> = {
  fable: 'claude-fable-5-2',
  haiku: 'claude-haiku-4-5',
  opus: 'claude-opus-5-5',
  sonnet: 'claude-sonnet-5',
};

/**
 * The model that `wanted` (a full id, an alias, or `inherit`) means for an agent whose parent uses `parent`. An alias is the parent's
 * model where that is no Claude: a server of one's own knows no others. `ANTHROPIC_DEFAULT_SONNET_MODEL` and the like name what an alias
 * stands for.
 */
export function resolveModel(wanted: string | undefined, parent: string, env: NodeJS.ProcessEnv): string {
  if (wanted === undefined || wanted === 'inherit') return parent;
  const named = Object.hasOwn(ALIASES, wanted) ? ALIASES[wanted] : undefined;
  if (named === undefined) return wanted;
  const set = env[`ANTHROPIC_DEFAULT_${wanted.toUpperCase()}_MODEL`];
  if (set !== undefined && set !== '') return set;
  return parent.startsWith('claude-') ? named : parent;
}
