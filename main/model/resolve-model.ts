import { MODEL_FAMILIES } from '#shared/model/models.ts';

/**
 * Resolves `wanted` (a full id, an alias, or `inherit`) for an agent whose parent uses `parent`. If the parent's model isn't a Claude
 * model, an alias means that model: a custom server has no others. `ANTHROPIC_DEFAULT_SONNET_MODEL` and the like override the aliases.
 */
export function resolveModel(wanted: string | undefined, parent: string, env: NodeJS.ProcessEnv): string {
  if (wanted === undefined || wanted === 'inherit') return parent;
  const named = Object.keys(MODEL_FAMILIES).find((id) => MODEL_FAMILIES[id]?.alias === wanted);
  if (named === undefined) return wanted;
  const set = env[`ANTHROPIC_DEFAULT_${wanted.toUpperCase()}_MODEL`];
  if (set !== undefined && set !== '') return set;
  return parent.startsWith('claude-') ? named : parent;
}
