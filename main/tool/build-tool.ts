import type { z } from 'zod';
import { toolRow } from '#shared/tool-table.ts';
import type { Tool } from './tool.ts';

type Defaulted =
  | 'aliases'
  | 'strict'
  | 'shouldDefer'
  | 'alwaysLoad'
  | 'isMcp'
  | 'checkPermissions'
  | 'isEnabled'
  | 'isReadOnly'
  | 'isDestructive'
  | 'isConcurrencySafe'
  | 'abortsSiblings'
  | 'classifiesEarly'
  | 'interruptBehavior'
  | 'requiresUserInteraction'
  | 'backfillObservableInput'
  | 'toAutoClassifierInput'
  | 'userFacingName';

/** A tool as its author writes it: the required members, plus any default to override. */
export type ToolDefinition<Schema extends z.ZodObject, Output, Details = undefined> = Omit<Tool<Schema, Output, Details>, Defaulted> &
  Partial<Pick<Tool<Schema, Output, Details>, Defaulted>>;

/**
 * Fills the fail-closed defaults (SPEC T4): enabled; not concurrency-safe; not read-only; not destructive; `checkPermissions` passes
 * through (the engine still decides); empty classifier input; user-facing name = name. On interrupt, calls that may change something
 * finish first (SPEC E7).
 */
export function buildTool<Schema extends z.ZodObject, Output, const Name extends string, Details = undefined>(
  definition: ToolDefinition<Schema, Output, Details> & { readonly name: Name },
): Tool<Schema, Output, Details> & { readonly name: Name } {
  const row = toolRow(definition.name);
  const tool: Tool<Schema, Output, Details> & { readonly name: Name } = {
    aliases: [],
    strict: false,
    shouldDefer: false,
    alwaysLoad: false,
    isMcp: false,
    checkPermissions: () => Promise.resolve({ behavior: 'passthrough' }),
    isEnabled: () => true,
    isReadOnly: () => false,
    isDestructive: () => false,
    isConcurrencySafe: () => false,
    abortsSiblings: row?.abortsSiblings ?? false,
    classifiesEarly: row?.classifiesEarly ?? false,
    interruptBehavior: (input) => (tool.isReadOnly(input) ? 'cancel' : 'block'),
    requiresUserInteraction: () => false,
    backfillObservableInput: (clone) => clone,
    toAutoClassifierInput: () => '',
    userFacingName: () => definition.name,
    ...definition,
  };
  return tool;
}
