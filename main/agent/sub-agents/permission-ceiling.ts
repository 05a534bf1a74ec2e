import type { PermissionMode } from '#shared/permission/mode.ts';
import { makePermissionContext, type ToolPermissionContext } from '#main/permission/context.ts';

/** Modes that allow nothing without asking that `default` doesn't. */
const NARROWER: ReadonlySet<PermissionMode> = new Set<PermissionMode>(['plan', 'dontAsk']);

/**
 * Permission context of a sub-agent: the parent's current rules, folders and mode. The definition's mode can only narrow `default`;
 * under any other parent mode it is ignored.
 */
export function underParent(parent: ToolPermissionContext, wanted: PermissionMode | undefined): ToolPermissionContext {
  if (wanted === undefined || parent.mode !== 'default' || !NARROWER.has(wanted)) return parent;
  return makePermissionContext({ ...parent, mode: wanted });
}
