import type { SessionView } from '#shared/session/view.ts';
import { useSession } from '../store/selectors.ts';
import { VisibleText } from '../ui/display/visible-text.tsx';
import { words } from './words.ts';
import styles from './restore-dialog.module.css';

/** Names the hosts on which commands of the session ran: what they changed there stays. */
export function ElsewhereNote({ sessionId }: { readonly sessionId: string }) {
  const places = useSession(sessionId, placesOf);
  return places ? (
    <p className={styles.quiet}>
      <VisibleText text={words.notRestoredIn(places)} />
    </p>
  ) : null;
}

/** As one text, so that it stays the same while the session changes otherwise. */
function placesOf({ calls }: SessionView): string {
  const names = Object.values(calls).flatMap(({ terminal }) => (terminal?.place?.sharesFiles === false ? [terminal.place.name] : []));
  return [...new Set(names)].join(', ');
}
