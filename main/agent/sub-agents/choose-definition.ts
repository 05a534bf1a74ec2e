import type { AgentDefinition } from '#shared/settings/agent-definition.ts';
import { startableTypes } from './tool-access.ts';

/**
 * The definition of the requested type.
 * @throws Error when it doesn't exist, or the definition of the calling agent doesn't allow starting it.
 */
export function startableDefinition(
  agentType: string,
  definitions: readonly AgentDefinition[],
  parent: AgentDefinition | undefined,
): AgentDefinition {
  const { only, never } = startableTypes(parent ?? {});
  const open = definitions.filter(({ name }) => (only === undefined || only.has(name)) && !never.has(name));
  const found = open.find(({ name }) => name === agentType);
  if (found) return found;
  const names = open.map(({ name }) => name).join(', ');
  throw new Error(`Agent type “${agentType}” isn’t available here. Available: ${names === '' ? 'none' : names}.`);
}
