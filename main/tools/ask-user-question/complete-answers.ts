import type { Answers } from '#shared/session/question.ts';

/** The answers to exactly these questions, in their order; `undefined` when one is missing or blank. Others are left out. */
export function completeAnswers(questions: readonly { readonly question: string }[], given: Answers): Answers | undefined {
  const pairs = questions.map(({ question }) => [question, Object.hasOwn(given, question) ? (given[question] ?? '').trim() : ''] as const);
  return pairs.every(([, answer]) => answer !== '') ? Object.fromEntries(pairs) : undefined;
}
