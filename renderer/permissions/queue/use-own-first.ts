import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { type AskGroup, isOf } from './ask-groups.ts';

interface OwnFirst {
  /** The session shown in the window. */
  readonly sessionId: string;
  readonly groups: readonly AskGroup[];
  readonly current: AskGroup | undefined;
  readonly card: RefObject<HTMLElement | null>;
  readonly show: (key: string) => void;
}

/**
 * Opens the shown session's first request in place of another session's, when the window shows another session or that session begins to ask. Not
 * while the person is in a form of the open card, nor, in the same session, while they read it.
 */
export function useOwnFirst({ sessionId, groups, current, card, show }: OwnFirst): void {
  const own = groups.find((group) => !group.later && isOf(group, sessionId));
  const asks = own !== undefined;
  const before = useRef(sessionId);
  const open = useEffectEvent((isOtherSession: boolean) => {
    if (!own || !current || isOf(current, sessionId) || card.current?.dataset['panel'] !== undefined) return;
    if (isOtherSession || card.current?.contains(document.activeElement) !== true) show(own.key);
  });
  useLayoutEffect(() => {
    open(before.current !== sessionId);
    before.current = sessionId;
  }, [sessionId, asks]);
}
