import { z } from 'zod';
import { permissionModeSchema } from '../../permission/mode.ts';

/** What a session is and how it is set up. */
export const sessionEvents = {
  /** First event of every session. */
  'session.created': z.object({
    sessionId: z.string(),
    projectDir: z.string(),
    model: z.string(),
    mode: permissionModeSchema,
    /** `scripted` plays a script; `anthropic` talks to a Messages API. */
    client: z.enum(['anthropic', 'scripted']),
    /** The session this one was forked from; its events begin as copies of that one's, up to the number `lastShared`. */
    origin: z.object({ sessionId: z.string(), title: z.string(), lastShared: z.number().int().optional() }).optional(),
  }),
  /** A process took the session up again; calls that were open then are closed by `call.finished` events that follow. */
  'session.resumed': z.object({ pid: z.number().int() }),
  'session.title': z.object({ title: z.string() }),
  'session.mode': z.object({ mode: permissionModeSchema, by: z.enum(['user', 'tool', 'answer', 'settings']) }),
  'session.model': z.object({ model: z.string() }),
  /** US dollars that the session may cost, all its requests together; `null`: no limit. Lasts until it is set anew. */
  'session.budget': z.object({ usd: z.number().positive().nullable() }),
  /** A rule that lives as long as the session. */
  'session.rule': z.object({ change: z.enum(['add', 'remove']), behavior: z.enum(['allow', 'ask', 'deny']), text: z.string() }),
  'session.directory': z.object({ change: z.enum(['add', 'remove']), path: z.string() }),
  /** What the system prompt was made of; sent with every request of this session. */
  'session.prompt': z.object({
    system: z.string(),
    sources: z.array(z.object({ path: z.string(), trusted: z.boolean(), chars: z.number().int(), leftOut: z.string().optional() })),
  }),
} as const;
