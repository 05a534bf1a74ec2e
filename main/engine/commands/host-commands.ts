import type { Handlers } from '#main/host/engine-port.ts';
import type { hostCommands as contract } from '#shared/contract/commands/host-commands.ts';

/** What an engine alone answers to commands of the desktop: nothing is shown. The desktop host has handlers of its own. */
export function hostCommands(): Handlers<typeof contract> {
  return {
    'project.pick': () => ({ path: null, unsupported: true }),
    'window.open': () => ({ opened: false }),
    'window.waits': () => ({ shown: false }),
    'window.notify': () => ({ shown: false }),
    'window.shows': () => ({}),
    'shell.openPath': () => ({ opened: false }),
  };
}
