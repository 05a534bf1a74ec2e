import { expect, it } from 'vitest';
import { isBareSleep } from '#main/tools/bash/bare-sleep.ts';

it.each([
  ['sleep 5', true],
  [' sleep 1.5 1 ; ', true],
  ['sleep 1m', true],
  ['sleep infinity', true],
  ['sleep 1', false],
  ['sleep 0.5', false],
  ['sleep', false],
  ['sleep 5; ls', false],
  ['sleep 5 && ls', false],
  ['sleep $N', false],
  ['sleep --help', false],
  ['echo sleep 5', false],
])('%j is a bare sleep: %s', (command, expected) => {
  expect(isBareSleep(command)).toBe(expected);
});
