import { z } from 'zod';
import { storedEventSchema } from '../session/event.ts';
import { sessionFrameSchema } from '../session/frame.ts';
import { modelAccessSchema, projectSchema } from './project.ts';

/** Everything main sends on its own. Batched to one message a frame; order within a session is kept. */
export const pushes = {
  'session.events': z.object({ sessionId: z.string(), events: z.array(storedEventSchema) }),
  'session.frames': z.object({ sessionId: z.string(), frames: z.array(sessionFrameSchema) }),
  /** It can't be written, and nothing goes on in it; or it can again. A notice of the session says why. */
  'session.halted': z.object({ sessionId: z.string(), halted: z.boolean() }),
  /** Settings files or session rules changed: fetch the list again. */
  'rules.changed': z.object({ projectDir: z.string() }),
  'project.changed': z.object({ project: projectSchema }),
  /** A server's state or tools changed: fetch the list again. */
  'mcp.changed': z.object({ projectDir: z.string() }),
  /** A shell of the person's own was opened, ended or closed: fetch the list again. */
  'userShells.changed': z.object({ sessionId: z.string() }),
  'access.changed': z.object({ access: modelAccessSchema }),
  /** The host wants a folder opened (dropped on the dock icon, a second instance, the menu). */
  'app.openFolder': z.object({ path: z.string() }),
  /** The notification of a request was clicked. */
  'app.showAsk': z.object({ askId: z.string() }),
  /** A menu of the desktop app was used. */
  'app.command': z.object({ id: z.string().max(100) }),
} as const;

export type Pushes = typeof pushes;
export type PushName = keyof Pushes;
export type PushPayload<N extends PushName> = z.output<Pushes[N]>;
