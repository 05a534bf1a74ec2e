import { z } from 'zod';
import { answersSchema, questionSchema } from '#shared/session/question.ts';
import type { ToolView } from '#shared/session/tool-view.ts';
import type { PresentStage } from '#main/tool/tool.ts';
import { counted, oneLine } from '../display-text.ts';
import { presentStages } from '../present-stages.ts';
import type { AskUserQuestionOutput } from './ask-user-question-tool.ts';

const shownInput = z.object({
  questions: z.array(questionSchema.extend({ multiSelect: z.boolean().default(false) })),
  answers: answersSchema.optional(),
});

export function presentQuestions(stage: PresentStage<AskUserQuestionOutput>): ToolView {
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
