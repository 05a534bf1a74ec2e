import { z } from 'zod';

/** A choice the agent leaves to the person, with Claude Code's field names. */
export const questionSchema = z.object({
  question: z.string().min(1),
  /** A few words that name the choice. */
  header: z.string(),
  options: z.array(z.object({ label: z.string().min(1), description: z.string(), preview: z.string().optional() })),
  multiSelect: z.boolean(),
});
export type Question = z.infer<typeof questionSchema>;

/** What stands between the labels of an answer that names several. */
export const ANSWER_SEPARATOR = ', ';

/** What a person chose or wrote, by question. */
export const answersSchema = z.record(z.string().max(10_000), z.string().max(100_000));
export type Answers = z.infer<typeof answersSchema>;

/** The mode that work on an accepted plan goes on in. `before`: the one that plan mode came from. */
export const planAcceptanceSchema = z.enum(['before', 'default', 'acceptEdits']);
export type PlanAcceptance = z.infer<typeof planAcceptanceSchema>;

/** Characters of a plan, as proposed or edited. */
export const MAX_PLAN_CHARS = 200_000;
