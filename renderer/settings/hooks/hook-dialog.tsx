import { useEffect, useState } from 'react';
import type { HookEdit, HookList } from '#shared/contract/commands/hook-commands.ts';
import type { CommandOutput } from '#shared/contract/commands.ts';
import type { SettingsDestination } from '#shared/contract/commands/settings-commands.ts';
import { errorMessage } from '#shared/error-message.ts';
import { hookTypeSchema } from '#shared/settings/hook-settings.ts';
import { call } from '../../bridge/client.ts';
import { DiffView } from '../../diff/diff-view.tsx';
import { attempt } from '../../store/window-actions.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { showToast } from '../../ui/overlays/toast.tsx';
import { draftMistakes, draftOf, hookOf, type HookDraft } from './hook-draft.ts';
import { HookFields } from './hook-fields.tsx';
import { destinationOf, type HookChange } from './hook-task.ts';
import { words } from './words.ts';
import styles from './hook-dialog.module.css';

/** Pause after typing before the changes are computed, in milliseconds. */
const REST = 200;

interface HookDialogProps {
  readonly projectDir: string;
  readonly task: HookChange;
  readonly destinations: HookList['destinations'];
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

type Preview = CommandOutput<'hooks.preview'>;

/** Adds, changes or removes a hook. Shows what changes in the file before it is saved. */
export function HookDialog({ projectDir, task, destinations, onSaved, onClose }: HookDialogProps) {
  const hook = task.type === 'add' ? undefined : task.hook;
  const [draft, setDraft] = useState(() => draftOf(hook, hook && hookTypeSchema.safeParse(hook.handler.type).data));
  const mistakes = draftMistakes(draft);
  const isRight = task.type === 'remove' || Object.keys(mistakes).length === 0;
  const destination = task.type === 'add' ? draft.destination : (destinationOf(task.hook.source) ?? 'user');
  const edit = isRight ? editOf(task, draft) : undefined;
  const [attempts, setAttempts] = useState(0);
  const preview = usePreview({ projectDir, destination, edit, attempts });
  const file = destinations.find((one) => one.destination === destination)?.file ?? '';

  const save = async ({ before, after, basedOn }: Preview): Promise<void> => {
    const saved = await attempt(words.notSaved, call('settings.save', { projectDir, place: destination, text: after, basedOn }));
    if (!saved) return;
    if (saved.outcome === 'changed') {
      showToast({ title: words.notSaved, detail: words.changedMeanwhile, tone: 'danger' });
      setAttempts((count) => count + 1);
      return;
    }
    const undo = async (): Promise<void> => {
      const input = { projectDir, place: destination, text: before, basedOn: saved.digest };
      const undone = await attempt(words.notUndone, call('settings.save', input));
      if (undone?.outcome === 'changed') showToast({ title: words.notUndone, detail: words.changedMeanwhile, tone: 'danger' });
      else onSaved();
    };
    showToast({ title: words.saved(file), action: { label: words.undo, run: () => void undo() } });
    onSaved();
    onClose();
  };

  const ready = preview.type === 'ready' && preview.answer.after !== preview.answer.before ? preview.answer : undefined;
  return (
    <Dialog
      open
      size="large"
      title={task.type === 'add' ? words.newHook : task.type === 'change' ? words.changeHook : words.removeHook}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button variant={task.type === 'remove' ? 'danger' : 'primary'} disabled={!ready} onClick={() => ready && void save(ready)}>
            {task.type === 'remove' ? words.removeIt : words.save}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        {task.type !== 'remove' && (
          <HookFields
            draft={draft}
            mistakes={mistakes}
            destinations={task.type === 'add' ? destinations : undefined}
            onChange={(changed) => setDraft((before) => ({ ...before, ...changed }))}
          />
        )}
        <section className={styles.changes} aria-label={words.changes} aria-live="polite">
          <h3 className={styles.label}>{words.changes}</h3>
          {preview.type === 'error' && (
            <p className={styles.error} role="alert">
              {preview.message}
            </p>
          )}
          {preview.type === 'ready' &&
            preview.answer.warnings.map((warning) => (
              <p key={warning} className={styles.warning}>
                {warning}
              </p>
            ))}
          {ready ? <DiffView diff={ready.diff} maxHeight={260} /> : preview.type === 'ready' && <p>{words.noChange}</p>}
        </section>
      </div>
    </Dialog>
  );
}

function editOf(task: HookChange, draft: HookDraft): HookEdit {
  if (task.type === 'add') return { type: 'add', to: hookOf(draft) };
  const { event, matcher, handler } = task.hook;
  const from = { event, matcher, handler };
  return task.type === 'remove' ? { type: 'remove', from } : { type: 'change', from, to: hookOf(draft) };
}

type PreviewState =
  | { readonly type: 'none' }
  | { readonly type: 'ready'; readonly answer: Preview }
  | { readonly type: 'error'; readonly message: string };

interface PreviewInput {
  readonly projectDir: string;
  readonly destination: SettingsDestination;
  readonly edit: HookEdit | undefined;
  readonly attempts: number;
}

/** What the edit changes in the file; computed again shortly after each change. */
function usePreview({ projectDir, destination, edit, attempts }: PreviewInput): PreviewState {
  const [state, setState] = useState<PreviewState>({ type: 'none' });
  // Compared by value: it is a new object on every render.
  const key = edit && JSON.stringify(edit);
  useEffect(() => {
    setState({ type: 'none' });
    if (!edit) return undefined;
    let current = true;
    const timer = setTimeout(() => {
      call('hooks.preview', { projectDir, destination, edit }).then(
        (answer) => current && setState({ type: 'ready', answer }),
        (cause: unknown) => current && setState({ type: 'error', message: errorMessage(cause) }),
      );
    }, REST);
    return () => {
      current = false;
      clearTimeout(timer);
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `key` identifies `edit`.
  }, [projectDir, destination, key, attempts]);
  return state;
}
