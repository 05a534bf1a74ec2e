import { useEffect, useState } from 'react';
import type { ContextUsage } from '#shared/contract/commands/session-commands.ts';
import { errorMessage } from '#shared/error-message.ts';
import { call } from '../bridge/client.ts';
import { tokenCount } from '../ui/format.ts';
import { useSession } from '../store/selectors.ts';
import { compact } from '../store/session-actions.ts';
import { Button } from '../ui/controls/button.tsx';
import { VisibleText } from '../ui/display/visible-text.tsx';
import { Skeleton } from '../ui/display/skeleton.tsx';
import { words as buttonWords } from './button-words.ts';
import { PART_WORDS, words } from './words.ts';
import styles from './usage-popover.module.css';

/** How full the model's context is, and with what. */
export function ContextSection({ sessionId, onClose }: { readonly sessionId: string; readonly onClose: () => void }) {
  const tokens = useSession(sessionId, (view) => view.contextTokens) ?? 0;
  const working = useSession(sessionId, (view) => view.turn !== null) ?? false;
  const scripted = useSession(sessionId, (view) => view.client === 'scripted') ?? false;
  const state = useContextUsage(sessionId);
  return (
    <section aria-label={words.context}>
      <h3 className={styles.heading}>
        {words.context}
        {state.type === 'ready' && (
          <span className={styles.figure}>
            {scripted
              ? buttonWords.tokens(tokenCount(tokens))
              : words.tokensOf(tokenCount(tokens), tokenCount(state.usage.window), percent(tokens / state.usage.window))}
          </span>
        )}
      </h3>
      {state.type === 'loading' && <Skeleton lines={3} label={words.measuring} />}
      {state.type === 'error' && <p className={styles.note}>{state.message}</p>}
      {state.type === 'ready' && tokens === 0 && <p className={styles.note}>{words.empty}</p>}
      {state.type === 'ready' && tokens > 0 && (
        <>
          <Parts usage={state.usage} tokens={tokens} scripted={scripted} />
          <Instructions files={state.usage.instructions} />
          {!scripted && (
            <div className={styles.foot}>
              <p className={styles.note}>
                {working
                  ? words.compacting
                  : state.usage.compactsAt === null
                    ? words.compactsNever
                    : words.compactsAt(tokenCount(state.usage.compactsAt))}{' '}
                {words.estimates}
              </p>
              <Button
                size="small"
                disabled={working}
                title={working ? words.whenDone : undefined}
                onClick={() => {
                  void compact(sessionId);
                  onClose();
                }}
              >
                {words.compactNow}
              </Button>
            </div>
          )}
        </>
      )}
    </section>
  );
}

function Parts({
  usage: { window, parts },
  tokens,
  scripted,
}: {
  readonly usage: ContextUsage;
  readonly tokens: number;
  readonly scripted: boolean;
}) {
  const whole = scripted ? tokens : Math.max(window, tokens);
  return (
    <>
      <div className={styles.bar} role="img" aria-label={words.contextBar}>
        {parts.map(({ part, tokens: size }) => (
          <span key={part} className={styles[part]} style={{ width: `${(100 * size) / whole}%` }} />
        ))}
      </div>
      <ul className={styles.parts}>
        {parts.map(({ part, tokens: size }) => (
          <li key={part} className={styles.part}>
            <span className={`${styles.swatch} ${styles[part]}`} aria-hidden="true" />
            {PART_WORDS[part]}
            <span className={styles.number}>
              {tokenCount(size)} · {percent(size / whole)}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The instruction files that the model has. */
function Instructions({ files }: { readonly files: ContextUsage['instructions'] }) {
  if (files.length === 0) return null;
  return (
    <details className={styles.files}>
      <summary>{words.instructionFiles(files.length)}</summary>
      <ul>
        {files.map(({ path, trusted, chars, leftOut }) => (
          <li key={path}>
            <span className={styles.file} title={path}>
              <VisibleText text={path} />
            </span>
            <span className={styles.number}>
              {leftOut === undefined ? words.characters(chars) : words.leftOut}
              {!trusted && `, ${words.untrusted}`}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function percent(share: number): string {
  return share > 0 && share < 0.01 ? '<1 %' : `${Math.round(100 * share)} %`;
}

type ContextUsageState =
  | { readonly type: 'loading' }
  | { readonly type: 'ready'; readonly usage: ContextUsage }
  | { readonly type: 'error'; readonly message: string };

/** Measured again when the last request's size or the model changes. */
function useContextUsage(sessionId: string): ContextUsageState {
  const tokens = useSession(sessionId, (view) => view.contextTokens);
  const model = useSession(sessionId, (view) => view.model);
  const [state, setState] = useState<ContextUsageState>({ type: 'loading' });
  useEffect(() => {
    let current = true;
    call('session.context', { sessionId }).then(
      (usage) => current && setState({ type: 'ready', usage }),
      (error: unknown) => current && setState({ type: 'error', message: errorMessage(error) }),
    );
    return () => {
      current = false;
    };
  }, [sessionId, tokens, model]);
  return state;
}
