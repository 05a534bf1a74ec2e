import type { PermissionMode } from '#shared/permission/mode.ts';
import { makePermissionContext, type ToolPermissionContext } from '#main/permission/context.ts';

/** Modes in which everything that runs unasked also runs unasked in `default`. */
const NARROWER: ReadonlySet<PermissionMode> = new Set<PermissionMode>(['plan', 'dontAsk']);

/**
 * What a sub-agent's calls are decided against: the parent's rules, folders and mode as they are now. A definition's mode only ever
 * narrows `default`; under any other mode of the parent it counts for nothing.
 */
export function underParent(parent: ToolPermissionContext, wanted: PermissionMode | undefined): ToolPermissionContext {
  if (wanted === undefined || parent.mode !== 'default' || !NARROWER.has(wanted)) return parent;
  return makePermissionContext({ ...parent, mode: wanted });
}
