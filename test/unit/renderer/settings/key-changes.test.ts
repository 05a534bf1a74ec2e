import { describe, expect, it } from 'vitest';
import { commandKeys, WINDOW_COMMANDS } from '#shared/contract/window-commands.ts';
import { isBindable } from '#shared/contract/key-chord.ts';
import { askAction } from '../../../../renderer/answers/ask-keys.ts';
import { COMMAND_IDS, holderOf, keyProblem, withKeys, withUsualKeys } from '../../../../renderer/settings/keys/key-changes.ts';

describe('changing the keys of commands', () => {
  it('gives a command other keys, and its usual ones back', () => {
    const chosen = withKeys({}, 'queue', 'F8');
    expect(commandKeys('queue', chosen)).toBe('F8');
    expect(commandKeys('queue', withUsualKeys(chosen, 'queue'))).toBe('Mod+J');
    expect(commandKeys('queue', withKeys(chosen, 'queue', null))).toBeUndefined();
  });

  it('takes keys from the command that has them', () => {
    const chosen = withKeys({}, 'pane.rules', 'Mod+J');
    expect(commandKeys('pane.rules', chosen)).toBe('Mod+J');
    expect(commandKeys('queue', chosen)).toBeUndefined();
    const back = withUsualKeys(chosen, 'queue');
    expect(commandKeys('queue', back)).toBe('Mod+J');
    expect(commandKeys('pane.rules', back)).toBeUndefined();
  });

  it('forgets a choice of the usual keys', () => {
    expect(withKeys(withKeys({}, 'queue', 'F8'), 'queue', 'Mod+J')).toEqual({});
  });

  it('no two commands have the same keys by default', () => {
    for (const id of COMMAND_IDS) {
      const keys = WINDOW_COMMANDS[id].keys;
      if (keys !== undefined) expect(holderOf(keys, id, {}), id).toBeUndefined();
    }
  });

  it.each([
    ['a', 'typed'],
    ['A', 'typed'],
    ['Shift+D', 'typed'],
    ['Enter', 'typed'],
    ['Mod+C', 'reserved'],
    ['Shift+Mod+V', 'reserved'],
    ['Alt+Mod+Q', 'unusable'],
    ['Mod+ArrowUp', 'unusable'],
    ['Mod+G', undefined],
    ['Shift+Mod+7', undefined],
    ['F8', undefined],
  ])('%s: %j', (chord, problem) => {
    expect(keyProblem(chord)).toBe(problem);
  });

  it('no keys that a command can have answer a request', () => {
    for (const key of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ') expect(isBindable(key)).toBe(false);
    for (const key of ['a', 'A', 'd', 'D', 't', 'F8'])
      expect(askAction({ key, shiftKey: false, ctrlKey: true, metaKey: false, altKey: false, repeat: false })).toBeUndefined();
  });
});
