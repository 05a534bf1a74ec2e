import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { type AskGroup, isOf } from './ask-groups.ts';

interface OwnFirst {
  /** The session shown in the window. */
  readonly sessionId: string;
  readonly groups: readonly AskGroup[];
  readonly current: AskGroup | undefined;
  readonly card: RefObject<HTMLElement | null>;
  /** Whether what is open stays so by itself. */
  readonly isKept: boolean;
  readonly show: (key: string | null) => void;
}

/**
 * Opens the shown session's first request in place of another session's, when the window shows another session or that session begins to ask. Not
 * while the person is in a form of the open card, nor, in the same session, while they read it.
 */
export function useOwnFirst({ sessionId, groups, current, card, isKept, show }: OwnFirst): void {
  const own = groups.find((group) => !group.later && isOf(group, sessionId));
  const asks = own !== undefined;
  const before = useRef(sessionId);
  const opened = useRef<string>(undefined);
  const open = useEffectEvent((isOtherSession: boolean) => {
    if (!own || !current || isOf(current, sessionId) || card.current?.dataset['panel'] !== undefined) return;
    if (isOtherSession || card.current?.contains(document.activeElement) !== true) {
      opened.current = own.key;
      show(own.key);
    }
  });
  useLayoutEffect(() => {
    open(before.current !== sessionId);
    before.current = sessionId;
  }, [sessionId, asks]);
  const openKey = current?.key;
  // Once it is open, nobody has chosen it: a riskier request of its response may come before it.
  useEffect(() => {
    if (!isKept || opened.current === undefined || opened.current !== openKey) return;
    opened.current = undefined;
    show(null);
  }, [openKey, isKept, show]);
}
