import type { PermissionMode } from '#shared/permission/mode.ts';
import type { SessionEvent } from '#shared/session/event.ts';

/** While a session is in plan mode: the mode it came from, which leaving goes back to (SPEC G6). Else `undefined`. */
export function modeBeforePlan(events: readonly SessionEvent[]): PermissionMode | undefined {
  let mode: PermissionMode | undefined;
  let before: PermissionMode | undefined;
  for (const event of events) {
    if (event.type !== 'session.created' && event.type !== 'session.mode') continue;
    if (event.data.mode !== 'plan') before = undefined;
    else if (mode !== 'plan') before = mode ?? 'default';
    mode = event.data.mode;
  }
  return mode === 'plan' ? before : undefined;
}
