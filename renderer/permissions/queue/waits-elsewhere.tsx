import { useKeysOf } from '../../store/command-keys.ts';
import { useInputWaitsElsewhere, useWaitingElsewhere } from '../../store/waiting-counts.ts';
import { Kbd } from '../../ui/display/kbd.tsx';
import { classNames } from '../../ui/class-names.ts';
import { words } from '../words.ts';
import styles from './permission-queue.module.css';

/** What waits where this queue doesn't reach, in other projects and in terminals of other sessions, and the key that goes there. */
export function WaitsElsewhere({ sessionId }: { readonly sessionId: string }) {
  const count = useWaitingElsewhere() + useInputWaitsElsewhere(sessionId);
  const keys = useKeysOf('session.next');
  if (count === 0 || keys === undefined) return null;
  return (
    <span className={classNames(styles.aside, styles.away)}>
      {' · '}
      {words.waitInOthers(count)} <Kbd keys={keys} />
    </span>
  );
}
