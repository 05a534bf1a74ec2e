import { firstLine, shorten } from '#shared/shorten.ts';
import { messageOfTurn } from '../calls/message-of-turn.ts';
import { useWindow } from '../store/app-store.ts';
import { useSession } from '../store/selectors.ts';
import { visibleWords } from '../ui/display/visible-text.tsx';
import { words } from './words.ts';

const MAX_NAME = 40;

export interface ChosenTurn {
  readonly turnId: string;
  /** The first words of its message. */
  readonly name: string;
}

/** The one turn whose changes are shown, if one was chosen that this session has. */
export function useChosenTurn(sessionId: string): ChosenTurn | null {
  const turnId = useWindow((state) => state.changesTurn);
  const name = useSession(sessionId, (view) => {
    const turn = view.turns.find((each) => each.turnId === turnId);
    return turn && words.turn(visibleWords(shorten(firstLine(messageOfTurn(view, turn)?.text ?? ''), MAX_NAME)));
  });
  return turnId === null || name === undefined ? null : { turnId, name };
}
