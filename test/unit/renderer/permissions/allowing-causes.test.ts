import { expect, it } from 'vitest';
import { allowingCauses } from '../../../../renderer/permissions/card/allowing-causes.ts';
import type { AllowedBy } from '../../../../renderer/permissions/card/use-allowed-now.ts';

const said = (by: Partial<AllowedBy>): string => {
  const { causes, verb } = allowingCauses({ allowed: true, texts: [], folders: [], ...by });
  return [...causes.map(({ what, names }) => `${what} ${names.join(', ')}`), verb].join(' ');
};

it.each<[Partial<AllowedBy>, string]>([
  [{ texts: ['Bash(rm a)'] }, 'The rule Bash(rm a) allows it now.'],
  [{ mode: 'acceptEdits' }, 'The mode Accept edits allows it now.'],
  [{ folders: ['/srv/other'] }, 'The working directory /srv/other allows it now.'],
  [{ mode: 'acceptEdits', folders: ['/a', '/b'] }, 'The mode Accept edits and the working directories /a, /b allow it now.'],
  [{}, 'It no longer needs your approval.'],
])('names what allows a request: %j', (by, sentence) => expect(said(by)).toBe(sentence));
