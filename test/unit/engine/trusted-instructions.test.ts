import { expect, it } from 'vitest';
import { trustedInstructions } from '#main/engine/session/session-prompt.ts';

const file = (path: string, trusted: boolean) => ({ path, trusted, text: path });

it.each<[when: string, trusted: readonly boolean[], paths: readonly string[]]>([
  ['while the folder is trusted', [true, true], ['own', 'repository']],
  ['once the folder has lost its trust', [true, false], ['own']],
  ['once it is trusted again', [true, false, true], ['own', 'repository']],
  ['in a folder that never was trusted', [false, false], ['own']],
  ['in a folder that was trusted after the session was opened', [false, true], ['own']],
])('auto mode follows the trusted instruction files: %s', (_when, states, paths) => {
  const settings = { trusted: false };
  const read = () => [file('own', true), file('repository', settings.trusted)];
  settings.trusted = states[0] ?? false;
  const instructions = trustedInstructions(() => settings, read(), read);
  let found = instructions();
  for (const trusted of states.slice(1)) {
    settings.trusted = trusted;
    found = instructions();
  }
  expect(found.map(({ path }) => path)).toEqual(paths);
});
