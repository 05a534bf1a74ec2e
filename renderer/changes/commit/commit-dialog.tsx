import { GitCommitHorizontal, TriangleAlert } from 'lucide-react';
import { type KeyboardEvent, type Ref, useEffect, useId, useRef } from 'react';
import type { ChangesSince } from '#shared/contract/changes.ts';
import { draftMessage } from '../../conversation/composer/message-box.ts';
import { useDisabledReason, useSession } from '../../store/selectors.ts';
import { agentWorks } from '../../store/when-idle.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { VisibleText } from '../../ui/display/visible-text.tsx';
import { opensScreenKeyboard } from '../../ui/screen-keyboard.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useChanges } from '../use-changes.ts';
import { TrustButton } from './trust-button.tsx';
import { stillLeft, useCommitDraft } from './commit-draft.ts';
import { CommitFiles } from './commit-files.tsx';
import { useCommit } from './use-commit.ts';
import { words } from './words.ts';
import styles from './commit-dialog.module.css';

const icon = { size: 24, strokeWidth: 1.5 };
/** Lists of commits cut a longer first line. */
const MAX_SUBJECT = 72;

export interface CommitDialogProps {
  readonly sessionId: string;
  readonly since: ChangesSince;
  readonly onClose: () => void;
}

/** Commits changed files, as the person’s own act, or asks the agent to. */
export function CommitDialog({ sessionId, since, onClose }: CommitDialogProps) {
  const { state, refresh } = useChanges(sessionId, since);
  const [draft, change] = useCommitDraft(sessionId);
  const { message } = draft;
  const { busy, refused, commit, stop } = useCommit(sessionId, onClose);
  const field = useRef<HTMLTextAreaElement>(null);
  // The button that was pressed was disabled meanwhile, and lost the focus.
  useEffect(() => {
    if (refused !== undefined) field.current?.focus();
  }, [refused]);
  const working = useSession(sessionId, agentWorks) ?? false;
  const disconnected = useDisabledReason();
  const changes = state.type === 'ready' ? state.changes : undefined;
  const files = changes?.files.filter(({ inGit }) => inGit === null) ?? [];
  const left = stillLeft(draft.left, changes && files, since);
  const ignored = changes?.files.filter(({ inGit }) => inGit === 'ignored') ?? [];
  const chosen = files.filter(({ path }) => !left.has(path));
  const isEmpty = changes !== undefined && files.length === 0;
  const noCommit = changes?.noCommit ?? undefined;
  const blocked = (noCommit && words.noCommit[noCommit]) ?? disconnected ?? (working ? words.whileWorking : undefined);
  const missing = chosen.length === 0 ? words.noFiles : message.trim() === '' ? words.noMessage : undefined;
  const canCommit = !busy && !isEmpty && blocked === undefined && missing === undefined;
  const submit = () => canCommit && commit(chosen, message);
  const askAgent = () => {
    onClose();
    draftMessage(sessionId, words.agentMessage(since, chosen.length === files.length ? undefined : chosen, message.trim()));
  };
  const footer = (
    <>
      {!isEmpty && (
        <Button className={styles.ask} disabled={busy || chosen.length === 0} title={words.askAgentHint} onClick={askAgent}>
          {words.askAgent}
        </Button>
      )}
      {busy ? <Button onClick={stop}>{words.stop}</Button> : <Button onClick={onClose}>{words.cancel}</Button>}
      {!isEmpty && (
        <Button variant="primary" aria-busy={busy} disabled={!canCommit} title={blocked ?? missing} onClick={submit}>
          {busy ? words.committing : words.commit}
        </Button>
      )}
    </>
  );
  return (
    <Dialog open onClose={onClose} title={words.title} size="medium" footer={footer}>
      {state.type === 'loading' && <Skeleton lines={6} label={words.loading} />}
      {state.type === 'failed' && (
        <EmptyState icon={<TriangleAlert {...icon} />} title={words.failed}>
          {state.message}
        </EmptyState>
      )}
      {isEmpty && (
        <EmptyState icon={<GitCommitHorizontal {...icon} />} title={words.nothing}>
          {words.nothingText}
        </EmptyState>
      )}
      {changes && !isEmpty && (
        <div className={styles.form}>
          <Message ref={field} value={message} onChange={(next) => change({ message: next, left })} onSubmit={submit} disabled={busy} />
          <CommitFiles files={files} left={left} onLeave={(next) => change({ left: next })} disabled={busy} />
          {ignored.length > 0 && (
            <p
              className={styles.quiet}
              title={ignored
                .map(({ path }) => path)
                .join('\n')
                .slice(0, 2000)}
            >
              {words.ignored(ignored.length)}
            </p>
          )}
          {changes.total > changes.files.length && <p className={styles.quiet}>{words.more(changes.total - changes.files.length)}</p>}
          {refused !== undefined && (
            <div role="alert" className={styles.refused}>
              <strong>{words.refused}</strong>
              <pre>
                <VisibleText text={refused} />
              </pre>
            </div>
          )}
          <div className={blocked === undefined ? styles.quiet : styles.blocked} role="status">
            {blocked ?? words.how}
            {noCommit === 'untrusted' && <TrustButton onTrusted={refresh} onReview={onClose} />}
          </div>
        </div>
      )}
    </Dialog>
  );
}

interface MessageProps {
  readonly ref: Ref<HTMLTextAreaElement>;
  readonly value: string;
  readonly onChange: (message: string) => void;
  readonly onSubmit: () => void;
  readonly disabled: boolean;
}

function Message({ ref, value, onChange, onSubmit, disabled }: MessageProps) {
  const id = useId();
  const subject = value.split('\n', 1)[0] ?? '';
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onSubmit();
  };
  return (
    <div className={styles.message}>
      <label htmlFor={id}>{words.message}</label>
      <textarea
        ref={ref}
        id={id}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog starts at its first field
        autoFocus={!opensScreenKeyboard()}
        rows={5}
        maxLength={100_000}
        spellCheck
        placeholder={words.messageHint}
        value={value}
        readOnly={disabled}
        aria-describedby={`${id}-length`}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <span id={`${id}-length`} className={styles.length} data-over={subject.length > MAX_SUBJECT}>
        {subject.length >= MAX_SUBJECT && words.subjectLength(subject.length, MAX_SUBJECT)}
      </span>
    </div>
  );
}
