import { z } from 'zod';
import { storedEventSchema } from '../session/event.ts';
import { sessionFrameSchema } from '../session/frame.ts';
import { preferencesSchema } from './preferences.ts';
import { modelAccessSchema, projectSchema, waitingCountSchema } from './project.ts';

/** Messages that main sends unrequested. Batched once per frame; order within a session is kept. */
export const pushes = {
  'session.events': z.object({ sessionId: z.string(), events: z.array(storedEventSchema) }),
  'session.frames': z.object({ sessionId: z.string(), frames: z.array(sessionFrameSchema) }),
  /** The session's log became unwritable and the session stopped, or became writable again. A notice in the session says why. */
  'session.halted': z.object({ sessionId: z.string(), halted: z.boolean() }),
  /** Settings files or session rules changed: fetch the list again. */
  'rules.changed': z.object({ projectDir: z.string() }),
  'project.changed': z.object({ project: projectSchema }),
  /** A server's state or tools changed: fetch the list again. */
  'mcp.changed': z.object({ projectDir: z.string() }),
  /** A user shell was opened, ended or closed: fetch the list again. */
  'userShells.changed': z.object({ sessionId: z.string() }),
  /** Another number of requests waits. Projects where none waits are left out. */
  'waiting.changed': z.object({ waiting: z.array(waitingCountSchema) }),
  'access.changed': z.object({ access: modelAccessSchema }),
  'preferences.changed': z.object({ preferences: preferencesSchema }),
  /** The host asks to open a folder (dock drop, second instance, menu). */
  'app.openFolder': z.object({ path: z.string() }),
  /** A link of the desktop app has a text for the message box. Nothing sends it. */
  'app.draft': z.object({ text: z.string() }),
  /** An agent wants to notify a person who isn't looking. `text`: one line, without hidden characters. Windows answer with `notice.answer`. */
  'agent.notice': z.object({ noticeId: z.string(), sessionId: z.string(), projectDir: z.string(), text: z.string() }),
  /** The desktop notification of a permission request was clicked. */
  'app.showAsk': z.object({ askId: z.string() }),
  /** A desktop app menu item was chosen. */
  'app.command': z.object({ id: z.string().max(100) }),
} as const;

export type Pushes = typeof pushes;
export type PushName = keyof Pushes;
export type PushPayload<N extends PushName> = z.output<Pushes[N]>;
