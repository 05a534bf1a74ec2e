import { PermissionGate } from '#main/permission/gate.ts';
import { interactiveHandler } from '#main/permission/handlers.ts';
import { AskQueue } from '#main/permission/queue.ts';
import type { NewSessionEvent } from '#shared/session/event.ts';
import { fixedPermissionEngine } from './fixed-permission-engine.ts';

/** A real gate over an engine that allows everything. */
export function permittingGate(append: (event: NewSessionEvent) => void): PermissionGate {
  const queue = new AskQueue();
  return new PermissionGate({
    engine: fixedPermissionEngine(),
    queue,
    handler: interactiveHandler(queue),
    append,
    changePermissions: () => Promise.resolve(),
    setMode: () => undefined,
  });
}
