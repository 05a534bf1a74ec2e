import { describe, expect, it } from 'vitest';
import { titlePath, withPathEnd } from '../../../../renderer/permissions/title-path.ts';
import { ask } from './asks.ts';

const PATH = '/home/me/other/src/api/client.js';
const view = { kind: 'read', title: 'Read', summary: PATH } as const;

describe('the path of a title', () => {
  it('is what the sentence ends with', () => {
    expect(titlePath(ask('a', { sentence: `wants to read ${PATH}`, view }))).toBe(PATH);
    expect(titlePath(ask('a', { sentence: 'wants to use Read', view }))).toBeUndefined();
    expect(
      titlePath(ask('a', { sentence: 'wants to run a command', view: { ...view, kind: 'command', summary: 'a command' } })),
    ).toBeUndefined();
  });

  it.each([
    [`No rule allows reading ${PATH}.`, 'No rule allows reading …/src/api/client.js.'],
    [`${PATH} may contain keys, passwords or tokens`, '…/src/api/client.js may contain keys, passwords or tokens'],
    [`reads ${PATH}.bak`, `reads ${PATH}.bak`],
    [`reads ${PATH}/a`, `reads ${PATH}/a`],
    [`${PATH} is a link to /etc/a/b/c/passwd`, '…/src/api/client.js is a link to /etc/a/b/c/passwd'],
  ])('is said by its end elsewhere: %s', (text, shown) => expect(withPathEnd(text, PATH)).toBe(shown));

  it.each(['/etc/hosts', '/etc/ssh/config', 'src/a.js', undefined])('stays as it is if it is short: %s', (path) =>
    expect(withPathEnd(`reads ${path ?? PATH}`, path)).toBe(`reads ${path ?? PATH}`),
  );
});
