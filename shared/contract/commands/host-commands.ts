import { z } from 'zod';
import { nothing, projectDir, sessionId } from './fields.ts';

/** What the host does for a window. The web host supports fewer of these. */
export const hostCommands = {
  /** Shows the host's folder dialog; `null` if cancelled. A host without dialogs responds `unsupported`, and the window browses instead. */
  'project.pick': { input: nothing, output: z.object({ path: z.string().nullable(), unsupported: z.boolean() }) },
  /** Opens another window, showing the given folder if any. A host without windows of its own opens none. */
  'window.open': { input: z.strictObject({ path: projectDir.optional() }), output: z.object({ opened: z.boolean() }) },
  /**
   * How many requests are waiting in a window's project, for the badge on the app's icon, and the notification of a new one while the
   * window is in the background. A notification names tool and folder. `withCommand`: the host may also show a short command, which the
   * person can then allow in the notification. `shown`: the host has shown it.
   */
  'window.waits': {
    input: z.strictObject({
      projectDir,
      count: z.number().int().nonnegative(),
      notice: z
        .strictObject({ askId: z.string().max(200), title: z.string().max(200), body: z.string().max(400), withCommand: z.boolean() })
        .nullable(),
    }),
    output: z.object({ shown: z.boolean() }),
  },
  /** Shows a notification of the agent while the window isn't focused. `shown`: the host has shown it. */
  'window.notify': {
    input: z.strictObject({ title: z.string().max(200), body: z.string().max(200) }),
    output: z.object({ shown: z.boolean() }),
  },
  /** Reports what the window shows, whenever that changes. The host uses it for dropped folders and before closing the window. */
  'window.shows': {
    input: z.strictObject({
      projectDir: projectDir.nullable(),
      sessionId: sessionId.nullable(),
      title: z.string().max(1000),
      working: z.boolean(),
    }),
    output: nothing,
  },
  'shell.openPath': { input: z.strictObject({ path: projectDir, projectDir }), output: z.object({ opened: z.boolean() }) },
} as const;
