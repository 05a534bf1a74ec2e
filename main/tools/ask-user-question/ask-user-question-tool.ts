import { z } from 'zod';
import { ANSWER_SEPARATOR, type Answers, answersSchema, type Question, questionSchema, type ToolView } from '#shared/session/tool-view.ts';
import { buildTool } from '#main/tool/build-tool.ts';
import type { PresentStage } from '#main/tool/tool.ts';
import type { ToolDeps } from '../tool-deps.ts';
import { counted, oneLine, presentStages } from '../present-call.ts';

const shownInput = z.object({
  questions: z.array(questionSchema.extend({ multiSelect: z.boolean().default(false) })),
  answers: answersSchema.optional(),
});

function presentQuestions(stage: PresentStage<AskUserQuestionOutput>): ToolView {
  const parsed = shownInput.safeParse(stage.input);
  const questions = parsed.success ? parsed.data.questions : [];
  const [first] = questions;
  const detail = { type: 'questions' as const, questions };
  const view: ToolView = {
    kind: 'other',
    title: 'Ask you',
    detail,
    summary: first ? oneLine(questions.length === 1 ? first.question : questions.map(({ header }) => header).join(', ')) : '',
  };
  return presentStages(
    stage,
    view,
    ({ answers }) => {
      const [answer] = Object.values(answers);
      const outcome = questions.length === 1 && answer !== undefined ? oneLine(answer, 60) : counted(questions.length, 'answer');
      return { outcome, detail: { ...detail, answers } };
    },
    'not answered',
  );
}

const option = z.strictObject({
  label: z.string().min(1).max(200).describe('What the user sees and chooses, one to five words'),
  description: z.string().max(2000).describe('What choosing it means'),
  preview: z.string().max(20_000).optional().describe('Text or code to look at while choosing, such as a layout or a snippet'),
});

const question = z.strictObject({
  question: z.string().min(1).max(2000).describe('The whole question, ending with a question mark'),
  header: z.string().max(40).describe('One or two words that name the choice'),
  options: z.array(option).min(2).max(4).describe('Two to four different choices; the user can always write an answer instead'),
  multiSelect: z.boolean().default(false).describe('true: several may be chosen'),
});

/** What a person adds to an answer, by question: the preview of the option they chose, and notes. */
const annotationsSchema = z.record(
  z.string().max(10_000),
  z.strictObject({ preview: z.string().max(20_000).optional(), notes: z.string().max(100_000).optional() }),
);
type Annotations = z.infer<typeof annotationsSchema>;

const inputSchema = z.strictObject({
  questions: z
    .array(question)
    .min(1)
    .max(4)
    .refine((questions) => isUnique(questions.map((one) => one.question)), 'each question must be different')
    .refine(
      (questions) => questions.every(({ options }) => isUnique(options.map(({ label }) => label))),
      'the options of a question must have different labels',
    )
    .describe('One to four questions'),
  answers: answersSchema.optional(),
  annotations: annotationsSchema.optional(),
  metadata: z
    .strictObject({ source: z.string().max(200).optional() })
    .optional()
    .describe('Where the questions come from; not shown'),
});

const outputSchema = z.object({
  questions: z.array(questionSchema),
  /** By question: labels, or what the person wrote. */
  answers: answersSchema,
  /** By question. */
  annotations: annotationsSchema.optional(),
});
type AskUserQuestionOutput = z.infer<typeof outputSchema>;

const PROMPT = `Asks the user up to four questions, each with two to four options, and waits for the answers.

- Use it when a choice is the user's to make and changes what you do: unclear requirements, alternatives with different costs, preferences. Don't ask what you can find out yourself, or whether to continue.
- The user can always write an answer of their own instead of choosing; don't add an "Other" option.
- Put the option you recommend first and say "(recommended)" in its label.
- In plan mode ask about the plan's open points here, and present the plan itself with ExitPlanMode.`;

export function createAskUserQuestionTool({ isNonInteractive = false }: Pick<ToolDeps, 'isNonInteractive'> = {}) {
  return buildTool<typeof inputSchema, AskUserQuestionOutput, 'AskUserQuestion'>({
    name: 'AskUserQuestion',
    searchHint: 'ask the user to choose, multiple choice questions',
    inputSchema,
    outputSchema,
    maxResultSizeChars: 100_000,
    isEnabled: () => !isNonInteractive,
    prompt: () => PROMPT,
    requiresUserInteraction: () => true,
    isReadOnly: () => true,
    isConcurrencySafe: () => true,
    answerFields: ['answers', 'annotations'],
    answered: (input, answer) => {
      if (answer.type !== 'answer_questions') return undefined;
      const answers = completeAnswers(input.questions, answer.answers);
      return answers && { ...input, answers, ...chosenPreviews(input.questions, answers) };
    },
    call: ({ questions, answers, annotations }) => {
      const whole = answers && completeAnswers(questions, answers);
      if (!whole) throw new Error('Nobody answered all of the questions.');
      return Promise.resolve({ data: { questions: questions.map(asQuestion), answers: whole, ...(annotations && { annotations }) } });
    },
    mapToolResultToToolResultBlockParam: ({ answers, annotations = {} }, toolUseId) => ({
      type: 'tool_result',
      tool_use_id: toolUseId,
      content: `The user has answered your questions: ${Object.entries(answers)
        .map(([asked, said]) => `${JSON.stringify(asked)}=${JSON.stringify(said)}${notesText(annotations[asked]?.notes)}`)
        .join(ANSWER_SEPARATOR)}. Go on with these answers in mind.`,
    }),
    wantsTo: () => 'ask you something',
    present: presentQuestions,
  });
}

function asQuestion({ options, ...rest }: z.output<typeof question>): Question {
  return {
    ...rest,
    options: options.map(({ label, description, preview }) => ({ label, description, ...(preview !== undefined && { preview }) })),
  };
}

function notesText(notes = ''): string {
  return notes.trim() === '' ? '' : ` (with the note ${JSON.stringify(notes)})`;
}

/** The previews of the options chosen, by question. */
function chosenPreviews(questions: readonly z.output<typeof question>[], answers: Answers): { readonly annotations?: Annotations } {
  const chosen = questions.flatMap(({ question: asked, options }) => {
    const preview = options.find(({ label }) => label === answers[asked])?.preview;
    return preview === undefined ? [] : [[asked, { preview }] as const];
  });
  return chosen.length === 0 ? {} : { annotations: Object.fromEntries(chosen) };
}

function isUnique(texts: readonly string[]): boolean {
  return new Set(texts).size === texts.length;
}

/** The answers to exactly these questions, in order; `undefined` if one is missing or blank. Other answers are dropped. */
function completeAnswers(questions: readonly { readonly question: string }[], given: Answers): Answers | undefined {
  const pairs = questions.map(({ question }) => [question, Object.hasOwn(given, question) ? (given[question] ?? '').trim() : ''] as const);
  return pairs.every(([, answer]) => answer !== '') ? Object.fromEntries(pairs) : undefined;
}
