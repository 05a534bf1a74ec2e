/** The chunk loaded when the agent first asks something. */
export { PlanReview } from './plan-review.tsx';
export { QuestionForm } from './question-form.tsx';
