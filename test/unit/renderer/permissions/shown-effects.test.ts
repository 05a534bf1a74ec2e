import { expect, it } from 'vitest';
import { shownEffects } from '../../../../renderer/permissions/card/shown-effects.ts';
import { ask } from './asks.ts';

const DELETES = 'deletes build and everything in it';
const FINAL = 'rm -r build can’t be undone';
const part = (text: string, detail?: string) => ({ text, covered: false, ...(detail !== undefined && { detail }) });
const why = 'It can’t be undone, so only an exact rule allows it.';

it.each<[string, Parameters<typeof ask>[1], readonly string[]]>([
  ['one command: the band says it', { parts: [part('rm -r build', why)] }, [DELETES]],
  ['several: the list of parts says which', { parts: [part('rm -r build', why), part('npm test')] }, [DELETES]],
  ['several, without a reason in the list', { parts: [part('rm -r build'), part('npm test')] }, [DELETES, FINAL]],
  ['a command that no part shows', { parts: [part('sh -c x'), part('npm test')] }, [DELETES, FINAL]],
  ['it isn’t known for sure', { loss: undefined, parts: [part('rm -r build'), part('npm test')] }, [DELETES]],
  ['without the band', { risk: 'execute', parts: [part('rm -r build', why)] }, [DELETES, FINAL]],
])('that a command can’t be undone is said once: %s', (_what, change, shown) => {
  expect(shownEffects(ask('a', { risk: 'destructive', loss: 'final', effects: [DELETES, FINAL], ...change }))).toEqual(shown);
});
