import { isBindable, isReserved } from '#shared/contract/key-chord.ts';
import { type ChosenKeys, commandKeys, isWindowCommand, WINDOW_COMMANDS, type WindowCommandId } from '#shared/contract/window-commands.ts';

export const COMMAND_IDS: readonly WindowCommandId[] = Object.keys(WINDOW_COMMANDS).filter(isWindowCommand);

export type KeyProblem = 'typed' | 'reserved' | 'unusable';

/** Why a command can't have the chord. */
export function keyProblem(chord: string): KeyProblem | undefined {
  if (isBindable(chord)) return undefined;
  if (isReserved(chord)) return 'reserved';
  return /^(?:Shift\+)?(?:.|Enter|Tab|Space|Backspace|Delete)$/u.test(chord) ? 'typed' : 'unusable';
}

/** The other command that has the chord. */
export function holderOf(chord: string, id: WindowCommandId, chosen: ChosenKeys): WindowCommandId | undefined {
  return COMMAND_IDS.find((other) => other !== id && commandKeys(other, chosen) === chord);
}

/** Gives the chord to a command, and takes it from any other. `null`: the command has none. */
export function withKeys(chosen: ChosenKeys, id: WindowCommandId, chord: string | null): ChosenKeys {
  const holder = chord === null ? undefined : holderOf(chord, id, chosen);
  const next = holder === undefined ? chosen : { ...chosen, [holder]: null };
  return chord === usualKeys(id) ? without(next, id) : { ...next, [id]: chord };
}

/** Gives a command its usual keys back, and takes them from any other. */
export function withUsualKeys(chosen: ChosenKeys, id: WindowCommandId): ChosenKeys {
  const usual = usualKeys(id);
  const holder = usual === null ? undefined : holderOf(usual, id, chosen);
  return without(holder === undefined ? chosen : { ...chosen, [holder]: null }, id);
}

function usualKeys(id: WindowCommandId): string | null {
  return WINDOW_COMMANDS[id].keys ?? null;
}

function without(chosen: ChosenKeys, id: WindowCommandId): ChosenKeys {
  return Object.fromEntries(Object.entries(chosen).filter(([other]) => other !== id));
}
