import { MODEL_FAMILIES, type ModelAlias } from '#shared/model/models.ts';
import { readVariable, type VariableName } from '#main/environment.ts';

const OVERRIDES = {
  opus: 'ANTHROPIC_DEFAULT_OPUS_MODEL',
  fable: 'ANTHROPIC_DEFAULT_FABLE_MODEL',
  sonnet: 'ANTHROPIC_DEFAULT_SONNET_MODEL',
  haiku: 'ANTHROPIC_DEFAULT_HAIKU_MODEL',
} as const satisfies Readonly<Record<ModelAlias, VariableName>>;

/**
 * Resolves `wanted` (a full id, an alias, or `inherit`) for an agent whose parent uses `parent`. If the parent's model isn't a Claude
 * model, an alias means that model: a custom server has no others. `ANTHROPIC_DEFAULT_SONNET_MODEL` and the like override the aliases.
 */
export function resolveModel(wanted: string | undefined, parent: string, env: NodeJS.ProcessEnv): string {
  if (wanted === undefined || wanted === 'inherit') return parent;
  const named = Object.entries(MODEL_FAMILIES).find(([, { alias }]) => alias === wanted);
  const alias = named?.[1].alias;
  if (named === undefined || alias === undefined) return wanted;
  return readVariable(env, OVERRIDES[alias]) ?? (parent.startsWith('claude-') ? named[0] : parent);
}
