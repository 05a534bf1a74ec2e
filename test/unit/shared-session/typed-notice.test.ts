import { expect, it } from 'vitest';
import { TYPED_NOTICE, withoutTypedNotice } from '#shared/session/typed-notice.ts';

it('leaves out only the line that the model reads', () => {
  expect(withoutTypedNotice(`Name: ana\ndone\n${TYPED_NOTICE}`)).toBe('Name: ana\ndone');
  expect(withoutTypedNotice(`echo "${TYPED_NOTICE}"`)).toBe(`echo "${TYPED_NOTICE}"`);
});
