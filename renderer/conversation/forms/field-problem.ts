import type { ElicitationField, FieldProblems } from '#shared/session/elicitation.ts';
import { words } from './words.ts';

/** What to enter instead, in a sentence. */
export function fieldProblem(field: ElicitationField, problem: FieldProblems[string]): string {
  if (problem !== 'length' && problem !== 'range') return words.fieldProblems[problem];
  switch (field.kind) {
    case 'text':
      return words.charactersFrom(words.fromTo(field.minLength, field.maxLength));
    case 'choices':
      return words.choicesFrom(words.fromTo(field.minItems, field.maxItems));
    case 'number':
      return words.numberFrom(words.fromTo(field.minimum, field.maximum));
    default:
      return words.fieldProblems.choice;
  }
}
