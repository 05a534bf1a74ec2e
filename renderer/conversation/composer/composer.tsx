import { ArrowUp, Square } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, type RefObject, useId, useLayoutEffect, useRef } from 'react';
import { mentionOf } from '#shared/session/mention.ts';
import { useSession, useDisabledReason } from '../../store/selectors.ts';
import { interrupt } from '../../store/session-actions.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { keyNames, matchesChord } from '../../ui/display/kbd.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { attachFiles, attachText, isLongPaste } from './pending-attachments.ts';
import { NO_EXTRAS, setDraft, useDrafts } from './drafts.ts';
import { SEND_NOW_KEYS, sendDraft } from './send-draft.ts';
import { useMentions } from './use-mentions.ts';
import { useSentTexts } from './use-sent-texts.ts';
import { words } from '../words.ts';
import styles from './composer.module.css';

let opened: string | null = null;

/** Focuses the message box when a session opens, but not when it is only remounted, as when zooming. */
function useFocusOnOpen(sessionId: string, box: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const focused = document.activeElement;
    if (opened !== sessionId || focused === null || focused === document.body) box.current?.focus();
    opened = sessionId;
  }, [sessionId, box]);
}

const ExtrasRow = onDemand(async () => (await import('./extras-row.tsx')).ExtrasRow);
const MentionList = onDemand(async () => (await import('./mention-list.tsx')).MentionList);

const NEXT_MESSAGE = words.nextMessageHint(keyNames(SEND_NOW_KEYS).join(' '));

/**
 * The message box. Enter sends, or queues while the agent works; Mod+Enter sends at once; Shift+Enter inserts a line break. “@” completes
 * file names, Up in an empty box recalls sent messages, and images, files and long texts become attachments.
 */
export function Composer({ sessionId, disabled }: { readonly sessionId: string; readonly disabled: boolean }) {
  const text = useDrafts((state) => state.texts[sessionId] ?? '');
  const extras = useDrafts((state) => state.extras[sessionId] ?? NO_EXTRAS);
  const reading = useDrafts((state) => state.reading[sessionId] ?? false);
  const working = useSession(sessionId, (view) => view.turn !== null) ?? false;
  const disabledReason = useDisabledReason();
  const box = useRef<HTMLTextAreaElement>(null);
  /** Where to put the caret after a completion has been rendered. */
  const caret = useRef<number | null>(null);
  const mentions = useMentions(sessionId);
  const sent = useSentTexts(sessionId);
  const listId = useId();
  useFocusOnOpen(sessionId, box);
  const hasExtras = reading || extras.images.length + extras.texts.length > 0;
  const canSend = !disabled && (text.trim() !== '' || hasExtras);
  const listed = mentions.query !== undefined && mentions.files.length > 0;

  useLayoutEffect(() => {
    if (caret.current === null) return;
    box.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  }, [text]);

  const pick = (file: string) => {
    const { query } = mentions;
    if (!query || !box.current) return;
    const end = box.current.selectionStart;
    // A folder stays open for further completion.
    const written = file.endsWith('/') ? `@${/\s/.test(file) ? '"' : ''}${file}` : `${mentionOf(file)} `;
    const next = text.slice(0, query.from) + written + text.slice(end);
    caret.current = query.from + written.length;
    setDraft(sessionId, next);
    mentions.update(next, caret.current);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // 229: handled by an input method (Safari sets isComposing too late).
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (listed && onListKey(event)) return;
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      mentions.close();
      sent.leave();
      void sendDraft(sessionId, { now: matchesChord(event, SEND_NOW_KEYS) });
      return;
    }
    const recalled = sent.onKey(event, text);
    if (recalled === undefined) return;
    event.preventDefault();
    caret.current = recalled.length;
    setDraft(sessionId, recalled);
  };

  /** Whether the key was for the list of files. */
  const onListKey = (event: KeyboardEvent): boolean => {
    const { files, chosen } = mentions;
    const file = files[chosen];
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp')
      mentions.choose((chosen + (event.key === 'ArrowDown' ? 1 : -1) + files.length) % files.length);
    else if (event.key === 'Escape') mentions.close();
    else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey && file !== undefined) pick(file);
    else return false;
    event.preventDefault();
    return true;
  };

  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    const pasted = event.clipboardData.getData('text/plain');
    // Spreadsheets and others put an image next to the text: the text is meant.
    if (files.length > 0 && pasted === '') {
      event.preventDefault();
      void attachFiles(sessionId, files);
    } else if (isLongPaste(pasted)) {
      event.preventDefault();
      void attachText(sessionId, words.pastedText, pasted);
    }
  };

  return (
    <div className={styles.composer}>
      {listed && <MentionList id={listId} files={mentions.files} chosen={mentions.chosen} onPick={pick} />}
      <div className={styles.box}>
        {hasExtras && <ExtrasRow sessionId={sessionId} />}
        <div className={styles.line}>
          <textarea
            ref={box}
            className={styles.input}
            aria-label={words.message}
            aria-autocomplete="list"
            aria-controls={listed ? listId : undefined}
            aria-activedescendant={listed ? `${listId}-${mentions.chosen}` : undefined}
            data-message-box=""
            rows={1}
            placeholder={working ? NEXT_MESSAGE : words.messageHint}
            value={text}
            onChange={(event) => {
              setDraft(sessionId, event.target.value);
              sent.leave();
              mentions.update(event.target.value, event.target.selectionStart);
            }}
            onSelect={(event) => mentions.query && mentions.update(text, event.currentTarget.selectionStart)}
            onBlur={mentions.close}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
          />
          <div className={styles.buttons}>
            {working && (
              <IconButton
                label={words.stop}
                keys="Mod+."
                className={styles.stop}
                disabledReason={disabledReason}
                icon={<Square size={12} fill="currentColor" strokeWidth={0} />}
                onClick={() => void interrupt(sessionId)}
              />
            )}
            <IconButton
              label={working ? words.queueMessage : words.send}
              keys="Enter"
              className={styles.send}
              disabledReason={disabledReason}
              disabled={!canSend}
              icon={<ArrowUp size={16} strokeWidth={2} />}
              onClick={() => void sendDraft(sessionId)}
            />
          </div>
        </div>
      </div>
      <span className="visually-hidden" role="status">
        {listed ? words.filesFound(mentions.files.length) : ''}
      </span>
    </div>
  );
}
