import { expect, it } from 'vitest';
import { VARIABLES } from '#main/environment.ts';
import { UNSUPPORTED_VARIABLES } from '#shared/compatibility/variable-effects.ts';

it('no variable is both read and listed as unsupported', () => {
  expect(Object.keys(UNSUPPORTED_VARIABLES).filter((name) => Object.hasOwn(VARIABLES, name))).toEqual([]);
});
