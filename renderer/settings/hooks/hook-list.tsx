import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { HookList as Hooks, HookRow } from '#shared/contract/commands/hook-commands.ts';
import { errorMessage } from '#shared/error-message.ts';
import { hookTypeSchema, TOOL_EVENTS } from '#shared/settings/hook-settings.ts';
import { call } from '../../bridge/client.ts';
import { FileText } from '../../paths/path-link.tsx';
import { useWindow } from '../../store/app-store.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Badge } from '../../ui/display/badge.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { VisibleText } from '../../ui/display/visible-text.tsx';
import { HookDialog } from './hook-dialog.tsx';
import { destinationOf, type HookTask } from './hook-task.ts';
import { TryHookDialog } from './try-hook-dialog.tsx';
import { SOURCE_NAMES, STATE_WORDS, words } from './words.ts';
import styles from './hook-list.module.css';

/** The hooks of all settings files and plugins by event, and what can be done with them. */
export function HookList({ projectDir, trusted }: { readonly projectDir: string; readonly trusted: boolean }) {
  const version = useWindow((state) => state.rulesVersion);
  const [list, setList] = useState<Hooks | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [task, setTask] = useState<HookTask | null>(null);
  const [saves, setSaves] = useState(0);
  useEffect(() => {
    let current = true;
    call('hooks.list', { projectDir }).then(
      (answer) => {
        if (!current) return;
        setList(answer);
        setError(null);
      },
      (cause: unknown) => current && setError(errorMessage(cause)),
    );
    return () => {
      current = false;
    };
  }, [projectDir, trusted, version, saves]);
  if (error !== null)
    return (
      <p className={styles.note} role="alert">
        {words.notRead}: {error}
      </p>
    );
  if (!list) return <Skeleton lines={3} label={words.title} />;
  const events = [...new Set(list.hooks.map(({ event }) => event))];
  return (
    <div className={styles.hooks}>
      {events.length === 0 && <p className={styles.note}>{words.none}</p>}
      {events.map((event) => (
        <section key={event} aria-label={words.list(event)}>
          <h4 className={styles.event}>
            <VisibleText text={event} />
          </h4>
          <ul className={styles.list}>
            {list.hooks
              .filter((hook) => hook.event === event)
              .map((hook, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- equal hooks differ only in their position.
                <Hook key={index} hook={hook} onTask={setTask} />
              ))}
          </ul>
        </section>
      ))}
      <Button className={styles.add} icon={<Plus size={14} strokeWidth={1.5} aria-hidden />} onClick={() => setTask({ type: 'add' })}>
        {words.add}
      </Button>
      {task?.type === 'try' && <TryHookDialog projectDir={projectDir} hook={task.hook} onClose={() => setTask(null)} />}
      {task && task.type !== 'try' && (
        <HookDialog
          projectDir={projectDir}
          task={task}
          destinations={list.destinations}
          onSaved={() => setSaves((count) => count + 1)}
          onClose={() => setTask(null)}
        />
      )}
    </div>
  );
}

function Hook({ hook, onTask }: { readonly hook: HookRow; readonly onTask: (task: HookTask) => void }) {
  const { event, matcher, handler, name, source, file, plugin, state } = hook;
  const type = hookTypeSchema.safeParse(handler.type).data;
  const isEditable = destinationOf(source) !== undefined;
  return (
    <li className={styles.hook}>
      <div className={styles.head}>
        <Badge tone="neutral">{type ? words.types[type] : handler.type}</Badge>
        <code className={styles.matcher}>
          <VisibleText text={matcher === '' ? words.any : matcher} />
        </code>
        {handler.if !== undefined && (
          <code className={styles.matcher}>
            <VisibleText text={words.condition(handler.if)} />
          </code>
        )}
        {state !== 'active' && <Badge tone="warn">{STATE_WORDS[state]}</Badge>}
        <span className={styles.acts}>
          {plugin === null && TOOL_EVENTS.has(event) && (
            <Button size="small" variant="quiet" aria-label={words.tryOf(name)} onClick={() => onTask({ type: 'try', hook })}>
              {words.tryIt}
            </Button>
          )}
          {isEditable && (
            <>
              <Button size="small" variant="quiet" aria-label={words.editOf(name)} onClick={() => onTask({ type: 'change', hook })}>
                {words.edit}
              </Button>
              <Button size="small" variant="quiet" aria-label={words.removeOf(name)} onClick={() => onTask({ type: 'remove', hook })}>
                {words.remove}
              </Button>
            </>
          )}
        </span>
      </div>
      <code className={styles.name}>
        <VisibleText text={name} />
      </code>
      <p className={styles.where}>
        {plugin === null ? SOURCE_NAMES[source] : <VisibleText text={words.ofPlugin(plugin)} />}
        {file !== null && (
          <>
            {' · '}
            <FileText text={file}>
              <VisibleText text={file} />
            </FileText>
          </>
        )}
      </p>
    </li>
  );
}
