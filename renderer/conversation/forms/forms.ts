/** The chunk loaded when the agent or a server first asks something. */
export { ElicitationForm } from './elicitation-form.tsx';
export { PlanReview } from './plan-review.tsx';
export { QuestionForm } from './question-form.tsx';
