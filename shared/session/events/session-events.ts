import { z } from 'zod';
import { worktreeSchema } from '../worktree.ts';
import { ruleSourceSchema } from '../../permission/rule.ts';
import { effortChoiceSchema, effortSchema } from '../../model/effort-schemas.ts';
import { permissionModeSchema } from '../../permission/mode.ts';

/** An instruction file that the model was given. */
export const instructionSourceSchema = z.object({
  path: z.string(),
  trusted: z.boolean(),
  chars: z.number().int(),
  /** Why its text is left out. */
  leftOut: z.string().optional(),
});

/** A skill or command that an agent uses, and what it changes until the end of the turn, or of the sub-agent. */
export const usedSkillSchema = z.object({
  name: z.string(),
  source: ruleSourceSchema.extract(['policy', 'user', 'project', 'plugin']),
  /** Absolute. */
  file: z.string(),
  allow: z.array(z.string()),
  deny: z.array(z.string()),
  /** A full id. */
  model: z.string().optional(),
  effort: effortSchema.optional(),
});
export type UsedSkill = z.infer<typeof usedSkillSchema>;

/** What a session is and how it is configured. */
export const sessionEvents = {
  /** First event of every session. */
  'session.created': z.object({
    sessionId: z.string(),
    projectDir: z.string(),
    model: z.string(),
    mode: permissionModeSchema,
    /** From the settings; absent: the model's default. */
    effort: effortSchema.optional(),
    /** `scripted` plays a script; `anthropic` talks to a Messages API. */
    client: z.enum(['anthropic', 'scripted']),
    /** The session this one was forked from; its events begin with copies of that session's, up to the number `lastShared`. */
    origin: z.object({ sessionId: z.string(), title: z.string(), lastShared: z.number().int().optional() }).optional(),
  }),
  /** A process resumed the session. `closed`: how many events before it close what the last one left unfinished; in older logs they follow. */
  'session.resumed': z.object({ pid: z.number().int(), closed: z.number().int().optional() }),
  'session.title': z.object({ title: z.string() }),
  'session.mode': z.object({ mode: permissionModeSchema, by: z.enum(['user', 'tool', 'answer', 'settings']) }),
  'session.model': z.object({ model: z.string() }),
  'session.effort': z.object({ effort: effortChoiceSchema }),
  /** Maximum cost of the session in US dollars, for all its requests together; `null`: no limit. Valid until the next such event. */
  'session.budget': z.object({ usd: z.number().positive().nullable() }),
  /** A rule that lasts as long as the session. */
  /** `unseen`: see `RuleEntry`. */
  'session.rule': z.object({
    change: z.enum(['add', 'remove']),
    behavior: z.enum(['allow', 'ask', 'deny']),
    text: z.string(),
    unseen: z.string().optional(),
  }),
  /** `by`: a person in the window, or an answer to a question; absent in older logs. */
  'session.directory': z.object({ change: z.enum(['add', 'remove']), path: z.string(), by: z.enum(['user', 'answer']).optional() }),
  /** From here on the rules of a skill count for the agent. */
  'skill.used': usedSkillSchema,
  /** The main agent works in a worktree from now on; `null`: in the project folder again. */
  'session.worktree': z.object({ worktree: worktreeSchema.nullable() }),
  /** The sources of the system prompt, which is sent with every request of this session. */
  'session.prompt': z.object({
    system: z.string(),
    sources: z.array(instructionSourceSchema),
  }),
} as const;
