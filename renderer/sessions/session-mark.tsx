import { SquareTerminal } from 'lucide-react';
import type { ReactNode } from 'react';
import type { OverviewSession } from '#shared/contract/project.ts';
import { isUnread } from '../store/seen-sessions.ts';
import { classNames } from '../ui/class-names.ts';
import { StatusGlyph } from '../ui/display/status-glyph.tsx';
import styles from './session-mark.module.css';

/** How a session is marked in lists: what it does, or that nobody has looked at how it ended. */
export type SessionMark = OverviewSession['state'] | 'unread';

/** The most urgent first. */
export const MARKS: readonly Exclude<SessionMark, 'idle'>[] = ['waiting', 'failed', 'running', 'unread', 'background'];

/** `shown`: the session that this window shows. */
export function markOf(session: OverviewSession, shown: string | null): SessionMark {
  const hasEnded = session.state === 'idle' || session.state === 'background';
  return hasEnded && isUnread(session, shown) ? 'unread' : session.state;
}

/** The mark's sign, in a box of its size. */
export function SessionMarkSign({ mark }: { readonly mark: SessionMark }) {
  return (
    <span className={styles.mark}>
      {mark === 'background' && <SquareTerminal size={12} strokeWidth={1.75} aria-hidden="true" />}
      {mark === 'unread' && <span className={styles.dot} />}
      {mark !== 'background' && mark !== 'unread' && mark !== 'idle' && <StatusGlyph state={mark} />}
    </span>
  );
}

interface SessionMarkTextProps {
  readonly mark: SessionMark;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** Text about what a session does, in the colour of that. */
export function SessionMarkText({ mark, className, children }: SessionMarkTextProps) {
  return (
    <span className={classNames(styles.text, className)} data-mark={mark}>
      {children}
    </span>
  );
}
