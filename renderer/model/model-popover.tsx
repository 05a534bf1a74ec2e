import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { contextWindow, OFFERED_MODELS } from '#shared/model/models.ts';
import { limitText } from '#shared/model/dollars.ts';
import { priceOf } from '#shared/model/prices.ts';
import { errorMessage } from '#shared/error-message.ts';
import { tokenCount } from '../ui/format.ts';
import { useSession } from '../store/selectors.ts';
import { setModel } from '../store/session-actions.ts';
import { Popover } from '../ui/overlays/popover.tsx';
import { VisibleText } from '../ui/display/visible-text.tsx';
import type { ListFailure } from '#shared/contract/project.ts';
import { openDialog } from '../store/window-actions.ts';
import { Button } from '../ui/controls/button.tsx';
import { call } from '../bridge/client.ts';
import { EffortSelect } from './effort-select.tsx';
import { DefaultModel } from './default-model.tsx';
import { words } from './words.ts';
import styles from './model-popover.module.css';

/** Chooses the session's model, from lists or as typed, and the default of new sessions. */
export function ModelPopover({ sessionId, onClose }: { readonly sessionId: string; readonly onClose: () => void }) {
  const scripted = useSession(sessionId, (view) => view.client === 'scripted') ?? false;
  const current = useSession(sessionId, (view) => view.model) ?? '';
  return (
    <Popover anchor={document.querySelector('[data-anchor="model"]')} onClose={onClose} title={words.title}>
      {scripted ? <p className={styles.note}>{words.scripted}</p> : <Picker sessionId={sessionId} current={current} onClose={onClose} />}
      <details>
        <summary>{words.effort}</summary>
        <EffortSelect sessionId={sessionId} />
      </details>
      <DefaultModel current={scripted ? undefined : current} />
    </Popover>
  );
}

interface PickerProps {
  readonly sessionId: string;
  readonly current: string;
  readonly onClose: () => void;
}

function Picker({ sessionId, current, onClose }: PickerProps) {
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  const served = useServedModels();
  const tokens = useSession(sessionId, (view) => view.contextTokens) ?? 0;
  const options = modelOptions(query, current, served.type === 'ready' ? served.models : []);
  const index = Math.min(at, options.length - 1);
  const chosen = options[index];
  const listId = useId();
  const list = useRef<HTMLUListElement>(null);

  const take = async ({ id }: ModelOption) => {
    if (id === current || (await setModel(sessionId, id))) onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && options.length > 0) {
      event.preventDefault();
      const next = (index + step + options.length) % options.length;
      setAt(next);
      list.current?.children[next]?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter' && chosen) {
      event.preventDefault();
      void take(chosen);
    }
  };

  return (
    <>
      <input
        className={styles.input}
        role="combobox"
        aria-label={words.field}
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={chosen && `${listId}-${index}`}
        data-first-focus=""
        spellCheck={false}
        autoComplete="off"
        placeholder={words.placeholder}
        value={query}
        maxLength={200}
        onChange={(event) => {
          setQuery(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ul id={listId} ref={list} role="listbox" aria-label={words.list} className={styles.list}>
        {options.map((option, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field owns the list and handles the keys
          <li
            key={option.id}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={option === chosen}
            className={styles.option}
            onClick={() => void take(option)}
          >
            <span className={styles.name}>
              <VisibleText text={option.typed ? words.use(option.id) : option.id} />
              {option.id === current && <span className={styles.current}>{words.current}</span>}
            </span>
            <span className={styles.detail}>{option.detail}</span>
          </li>
        ))}
      </ul>
      {served.type === 'loading' && <p className={styles.note}>{words.asking}</p>}
      {served.type === 'failed' && (
        <>
          <p className={styles.note}>{words.notAsked(served.why)}</p>
          <Button size="small" onClick={() => openDialog({ type: 'access', focus: served.cause === 'server' ? 'server' : 'key' })}>
            {words.changeAccess}
          </Button>
        </>
      )}
      <p className={styles.note}>
        {words.nextRequest} {chosen && chosen.id !== current && tokens > contextWindow(chosen.id) && words.tooLong(tokenCount(tokens))}
      </p>
    </>
  );
}

type ServedModels =
  | { readonly type: 'loading' }
  | { readonly type: 'ready'; readonly models: readonly string[] }
  | { readonly type: 'failed'; readonly why: string; readonly cause: ListFailure };

/** The models that the configured server lists. */
function useServedModels(): ServedModels {
  const [state, setState] = useState<ServedModels>({ type: 'loading' });
  useEffect(() => {
    let current = true;
    call('models.list', {}).then(
      (answer) => current && setState(answer.type === 'listed' ? { type: 'ready', models: answer.models } : answer),
      (error: unknown) => current && setState({ type: 'failed', why: errorMessage(error), cause: 'other' }),
    );
    return () => {
      current = false;
    };
  }, []);
  return state;
}

interface ModelOption {
  readonly id: string;
  /** Price and context window, or that they are unknown. */
  readonly detail: string;
  /** Not in any list: used as typed. */
  readonly typed?: true;
}

/**
 * The options for `query`: the session's model and the lists, filtered, and the typed ID if no list has it. Where the server lists its models,
 * the others say that it doesn't have them.
 */
export function modelOptions(query: string, current: string, served: readonly string[]): ModelOption[] {
  const typed = query.trim();
  const listed = [...new Set([...(current === '' ? [] : [current]), ...served, ...OFFERED_MODELS])];
  const isUnserved = (id: string) => served.length > 0 && !served.includes(id);
  const found = listed
    .filter((id) => id.toLowerCase().includes(typed.toLowerCase()))
    .map((id) => ({ id, detail: isUnserved(id) ? `${words.unserved} · ${aboutModel(id)}` : aboutModel(id) }));
  if (typed === '' || listed.includes(typed)) return found;
  return [...found, { id: typed, detail: words.asTyped, typed: true }];
}

/** “$4 in, $20 out per million tokens · context 1M”. */
export function aboutModel(id: string): string {
  const price = priceOf(id);
  if (!price) return words.unknown;
  const { input, output, long } = price;
  const prices = words.price(limitText(input), limitText(output));
  const more = long ? `; ${words.longPrice(tokenCount(long.aboveTokens), limitText(long.input), limitText(long.output))}` : '';
  return `${prices}${more} · ${words.window(tokenCount(contextWindow(id)))}`;
}
