import { useState } from 'react';
import type { HookRow, HookTrial } from '#shared/contract/commands/hook-commands.ts';
import { errorMessage } from '#shared/error-message.ts';
import type { CallRow } from '#shared/session/view.ts';
import { hookEventSchema } from '#shared/settings/hook-settings.ts';
import { call } from '../../bridge/client.ts';
import { useWindow } from '../../store/app-store.ts';
import { formatDuration } from '../../time/duration.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { VisibleText } from '../../ui/display/visible-text.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { EFFECTS, OUTCOMES, words } from './words.ts';
import styles from './hook-dialog.module.css';

/** Calls to choose from, the newest first. */
const MAX_CALLS = 50;

interface TryHookDialogProps {
  readonly projectDir: string;
  readonly hook: HookRow;
  readonly onClose: () => void;
}

type Trial =
  | { readonly type: 'none' | 'running' }
  | { readonly type: 'done'; readonly trial: HookTrial }
  | { readonly type: 'error'; readonly message: string };

/** Runs a hook with the JSON of an earlier call, and shows what came of it. */
export function TryHookDialog({ projectDir, hook, onClose }: TryHookDialogProps) {
  const sessionId = useWindow((state) => state.sessionId);
  const view = useWindow((state) => (state.sessionId === null ? undefined : state.sessions[state.sessionId]?.view));
  const calls = (view?.callOrder ?? [])
    .slice(-MAX_CALLS)
    .toReversed()
    .flatMap((callId) => view?.calls[callId] ?? []);
  const [chosen, setChosen] = useState<string | null>(null);
  const callId = chosen ?? calls[0]?.callId;
  const [trial, setTrial] = useState<Trial>({ type: 'none' });
  const event = hookEventSchema.safeParse(hook.event).data;

  const run = async (): Promise<void> => {
    if (sessionId === null || callId === undefined || event === undefined) return;
    setTrial({ type: 'running' });
    const { matcher, handler } = hook;
    try {
      setTrial({ type: 'done', trial: await call('hooks.try', { projectDir, sessionId, callId, hook: { event, matcher, handler } }) });
    } catch (error) {
      setTrial({ type: 'error', message: errorMessage(error) });
    }
  };
  return (
    <Dialog
      open
      size="large"
      title={words.tryTitle}
      description={words.tryDetail}
      onClose={onClose}
      footer={
        <Button variant="primary" disabled={callId === undefined || trial.type === 'running'} onClick={() => void run()}>
          {words.run}
        </Button>
      }
    >
      <div className={styles.body}>
        <pre className={styles.printed}>
          <VisibleText text={hook.name} />
        </pre>
        {callId === undefined ? (
          <p>{sessionId === null ? words.noSession : words.noCalls}</p>
        ) : (
          <Select
            label={words.call}
            value={callId}
            options={calls.map((row) => ({ value: row.callId, label: titleOf(row) }))}
            onChange={(value) => {
              setChosen(value);
              setTrial({ type: 'none' });
            }}
          />
        )}
        <div role="status">
          {trial.type === 'running' && words.running}
          {trial.type === 'done' && <Result trial={trial.trial} isHttp={hook.handler.type === 'http'} />}
          {trial.type === 'error' && (
            <p className={styles.error}>
              {words.notRun}: {trial.message}
            </p>
          )}
        </div>
      </div>
    </Dialog>
  );
}

function titleOf({ toolName, view: { summary } }: CallRow): string {
  return summary === '' ? toolName : `${toolName} ${summary.slice(0, 100)}`;
}

function Result({ trial, isHttp }: { readonly trial: HookTrial; readonly isHttp: boolean }) {
  const { covers, outcome, exitCode, status, durationMs, effects, stdout, stderr, input } = trial;
  const ending = [
    OUTCOMES[outcome],
    exitCode === undefined ? undefined : words.exitCode(exitCode),
    status === undefined ? undefined : words.status(status),
    formatDuration(durationMs),
  ].filter((part) => part !== undefined);
  return (
    <section className={styles.result} aria-label={words.result}>
      <p>{ending.join(' · ')}</p>
      {!covers && <p className={styles.warning}>{words.notCovered}</p>}
      <h3 className={styles.label}>{words.effect}</h3>
      <ul className={styles.effects}>
        {effects.map(({ type, text }) => (
          <li key={type}>
            {EFFECTS[type]}
            {text !== '' && (
              <pre className={styles.printed}>
                <VisibleText text={text} />
              </pre>
            )}
          </li>
        ))}
      </ul>
      <Printed label={isHttp ? words.answer : words.stdout} text={stdout} />
      <Printed label={words.stderr} text={stderr} />
      <details>
        <summary>{words.input}</summary>
        <pre className={styles.printed}>
          <VisibleText text={input} />
        </pre>
      </details>
    </section>
  );
}

function Printed({ label, text }: { readonly label: string; readonly text: string }) {
  if (text.trim() === '') return null;
  return (
    <>
      <h3 className={styles.label}>{label}</h3>
      <pre className={styles.printed} aria-label={label}>
        <VisibleText text={text} />
      </pre>
    </>
  );
}
