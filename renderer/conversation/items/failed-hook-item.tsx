import { CircleAlert } from 'lucide-react';
import type { FailedHook } from '#shared/session/hook-run.ts';
import { FileText } from '../../paths/path-link.tsx';
import { useSession } from '../../store/selectors.ts';
import { selectCall } from '../../store/window-actions.ts';
import { absoluteTime } from '../../ui/format.ts';
import { Button } from '../../ui/controls/button.tsx';
import { VisibleText } from '../../ui/display/visible-text.tsx';
import { words } from './failed-hook-words.ts';
import styles from './failed-hook-item.module.css';

/** Lines of what it printed that are shown unopened. */
const FIRST_LINES = 3;

export interface FailedHookItemProps {
  readonly sessionId: string;
  readonly hook: FailedHook;
  readonly item: { readonly text: string; readonly at: number; readonly times?: number | undefined };
}

/** A hook that failed: it was to guard or change something, and did not. */
export function FailedHookItem({ sessionId, hook, item: { text, at, times = 1 } }: FailedHookItemProps) {
  const { callId, file, printed } = hook;
  const knowsCall = useSession(sessionId, ({ calls }) => callId !== undefined && calls[callId] !== undefined) ?? false;
  const first = printed.split('\n', FIRST_LINES).join('\n');
  return (
    <div className={styles.failed} role="group" aria-label={words.failedHook} title={absoluteTime(at)}>
      <CircleAlert size={15} strokeWidth={1.5} aria-hidden />
      <div className={styles.body}>
        <p className={styles.text}>
          <VisibleText text={text} />
          {times > 1 && <span className={styles.times}> {words.failedTimes(times)}</span>}
        </p>
        {first !== '' && (
          <pre className={styles.printed}>
            <VisibleText text={first} />
          </pre>
        )}
        <details>
          <summary>{words.hookDetails}</summary>
          <dl className={styles.details}>
            <dt>{words.hookCommand}</dt>
            <dd>
              <code>
                <VisibleText text={hook.hook} />
              </code>
            </dd>
            {file !== undefined && (
              <>
                <dt>{words.hookFile}</dt>
                <dd>
                  <FileText text={file}>
                    <VisibleText text={file} />
                  </FileText>
                </dd>
              </>
            )}
            {printed !== first && (
              <>
                <dt>{words.hookPrinted}</dt>
                <dd>
                  <pre className={styles.printed}>
                    <VisibleText text={printed} />
                  </pre>
                </dd>
              </>
            )}
          </dl>
        </details>
      </div>
      {knowsCall && callId !== undefined && (
        <Button size="small" variant="quiet" onClick={() => selectCall(callId)}>
          {words.showCall}
        </Button>
      )}
    </div>
  );
}
