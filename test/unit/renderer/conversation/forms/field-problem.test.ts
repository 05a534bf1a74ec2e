import { expect, test } from 'vitest';
import type { ElicitationField, FieldProblems } from '#shared/session/elicitation.ts';
import { fieldProblem } from '../../../../../renderer/conversation/forms/field-problem.ts';

const common = { name: 'field', title: 'Field', description: '', required: true };
const text = (limits: { readonly minLength?: number; readonly maxLength?: number }): ElicitationField => ({
  kind: 'text',
  ...common,
  ...limits,
});

const ROWS: readonly (readonly [ElicitationField, FieldProblems[string], string])[] = [
  [text({ minLength: 2, maxLength: 40 }), 'length', 'Enter 2 to 40 characters'],
  [text({ minLength: 2 }), 'length', 'Enter at least 2 characters'],
  [text({ maxLength: 40 }), 'length', 'Enter at most 40 characters'],
  [text({}), 'missing', 'Enter a value'],
  [{ kind: 'number', ...common, integer: true, minimum: 1, maximum: 100 }, 'range', 'Enter a number, 1 to 100'],
  [{ kind: 'number', ...common, integer: true, minimum: 1 }, 'integer', 'Enter a whole number'],
  [{ kind: 'choices', ...common, options: [], minItems: 1, maxItems: 3 }, 'length', 'Choose 1 to 3 of the options'],
];

test.each(ROWS)('says what to enter: %j, %s: %s', (field, problem, words) => {
  expect(fieldProblem(field, problem)).toBe(words);
});
