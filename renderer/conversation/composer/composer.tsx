import { ArrowUp, Paperclip, Square } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, useId, useLayoutEffect, useRef } from 'react';
import { mentionOf } from '#shared/session/mention.ts';
import { pastedFiles } from '../../attachments/image-files.ts';
import { useKeysOf } from '../../store/command-keys.ts';
import { useSession, useDisabledReason } from '../../store/selectors.ts';
import { interrupt } from '../../store/session-actions.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { keysInText, matchesChord } from '../../ui/display/kbd.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { PHONE, TOUCH, useMediaQuery } from '../../ui/use-media-query.ts';
import { attachFiles, attachText, isLongPaste } from './pending-attachments.ts';
import { NO_EXTRAS, setDraft, useDrafts } from './drafts.ts';
import { cancelEditing, useEditedMessage } from './editing.ts';
import { switchMode } from './own-commands.ts';
import { sendDraft } from './send-draft.ts';
import { type ListedCommand, useCommands } from './use-commands.ts';
import { type Mentionable, useMentions } from './use-mentions.ts';
import { noteCaret, useFocusOnOpen } from './focus-on-open.ts';
import { useSentTexts } from './use-sent-texts.ts';
import { pagesConversation, scrollByPage } from './page-keys.ts';
import { words } from '../words.ts';
import styles from './composer.module.css';

const EffortSelect = onDemand(async () => (await import('../../model/effort-select.tsx')).EffortSelect);

const EditingBar = onDemand(async () => (await import('./editing-bar.tsx')).EditingBar);
const ExtrasRow = onDemand(async () => (await import('./extras-row.tsx')).ExtrasRow);
const CommandList = onDemand(async () => (await import('./command-list.tsx')).CommandList);
const MentionList = onDemand(async () => (await import('./mention-list.tsx')).MentionList);

/**
 * The message box. Enter sends, or queues while the agent works; Mod+Enter sends at once; Shift+Enter inserts a line break. “@” completes
 * file names, “/” at the start commands, Shift+Tab switches the permission mode, Escape stops the agent, Up in an empty box recalls sent messages, PageUp and PageDown scroll the conversation, and images, files and long texts become attachments.
 */
export function Composer({ sessionId, disabled }: { readonly sessionId: string; readonly disabled: boolean }) {
  const text = useDrafts((state) => state.texts[sessionId] ?? '');
  const extras = useDrafts((state) => state.extras[sessionId] ?? NO_EXTRAS);
  const reading = useDrafts((state) => state.reading[sessionId] ?? false);
  const working = useSession(sessionId, (view) => view.turn !== null) ?? false;
  const disabledReason = useDisabledReason();
  const sendNowKeys = useKeysOf('message.now');
  const hasKeyboard = !useMediaQuery(TOUCH);
  const isPhone = useMediaQuery(PHONE);
  const box = useRef<HTMLTextAreaElement>(null);
  /** Where to put the caret after a completion has been rendered. */
  const caret = useRef<number | null>(null);
  const mentions = useMentions(sessionId);
  const commands = useCommands(sessionId);
  const sent = useSentTexts(sessionId);
  const listId = useId();
  const picker = useRef<HTMLInputElement>(null);
  useFocusOnOpen(sessionId, box);
  const isEdited = useEditedMessage(sessionId) !== undefined;
  const hasExtras = reading || extras.images.length + extras.texts.length > 0;
  const canSend = !disabled && (text.trim() !== '' || hasExtras);
  const listsCommands = commands.query !== undefined && commands.commands.length > 0;
  const list = listsCommands ? commands : mentions;
  const listed = listsCommands || (mentions.query !== undefined && mentions.items.length > 0);
  const update = (next: string, at: number) => {
    commands.update(next, at);
    mentions.update(next, at);
  };
  const closeLists = () => {
    commands.close();
    mentions.close();
  };

  useLayoutEffect(() => {
    if (caret.current === null) return;
    box.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  }, [text]);

  const pick = ({ kind, written: name }: Mentionable) => {
    const { query } = mentions;
    if (!query || !box.current) return;
    const end = box.current.selectionStart;
    // A folder stays open for further completion.
    const isFolder = kind === 'file' && name.endsWith('/');
    const written = isFolder ? `@${/\s/.test(name) ? '"' : ''}${name}` : `${mentionOf(name)} `;
    const next = text.slice(0, query.from) + written + text.slice(end);
    caret.current = query.from + written.length;
    setDraft(sessionId, next);
    mentions.update(next, caret.current);
  };

  const pickCommand = ({ name }: ListedCommand) => {
    const written = `/${name} `;
    caret.current = written.length;
    setDraft(sessionId, written + text.slice(box.current?.selectionStart ?? text.length).trimStart());
    commands.close();
  };

  /** Whether something was inserted. */
  const pickChosen = (): boolean => {
    const command = listsCommands ? commands.commands[commands.chosen] : undefined;
    const mention = listsCommands ? undefined : mentions.items[mentions.chosen];
    // A name that is complete is sent.
    if (command && commands.query === command.name) return false;
    if (command) pickCommand(command);
    else if (mention) pick(mention);
    else return false;
    return true;
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // 229: handled by an input method (Safari sets isComposing too late).
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (listed && onListKey(event)) return;
    if (event.key === 'Escape' && isEdited) {
      event.preventDefault();
      cancelEditing(sessionId);
      return;
    }
    if (matchesChord(event, 'Shift+Tab')) {
      event.preventDefault();
      switchMode(sessionId);
      return;
    }
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      closeLists();
      sent.leave();
      void sendDraft(sessionId, { now: sendNowKeys !== undefined && matchesChord(event, sendNowKeys) });
      return;
    }
    if (!listed && pagesConversation(event)) {
      event.preventDefault();
      scrollByPage(event.key === 'PageDown' ? 1 : -1);
      return;
    }
    const recalled = sent.onKey(event, text);
    if (recalled === undefined) return;
    event.preventDefault();
    caret.current = recalled.length;
    setDraft(sessionId, recalled);
  };

  /** Whether the key was for the open list. */
  const onListKey = (event: KeyboardEvent): boolean => {
    const count = listsCommands ? commands.commands.length : mentions.items.length;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp')
      list.choose((list.chosen + (event.key === 'ArrowDown' ? 1 : -1) + count) % count);
    else if (event.key === 'Escape') closeLists();
    else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey) {
      if (!pickChosen()) return false;
    } else return false;
    event.preventDefault();
    return true;
  };

  const onPaste = (event: ClipboardEvent) => {
    const files = pastedFiles(event.clipboardData);
    const pasted = event.clipboardData.getData('text/plain');
    if (files.length > 0) {
      event.preventDefault();
      void attachFiles(sessionId, files);
    } else if (isLongPaste(pasted)) {
      event.preventDefault();
      void attachText(sessionId, words.pastedText, pasted);
    }
  };

  return (
    <div className={styles.composer}>
      {listsCommands && <CommandList id={listId} commands={commands.commands} chosen={commands.chosen} onPick={pickCommand} />}
      {listed && !listsCommands && <MentionList id={listId} items={mentions.items} chosen={mentions.chosen} onPick={pick} />}
      <div className={styles.box}>
        {isEdited && <EditingBar sessionId={sessionId} />}
        {hasExtras && <ExtrasRow sessionId={sessionId} />}
        <div className={styles.line} data-length={lengthOf(text)}>
          <textarea
            ref={box}
            className={styles.input}
            aria-label={words.message}
            aria-autocomplete="list"
            aria-controls={listed ? listId : undefined}
            aria-activedescendant={listed ? `${listId}-${list.chosen}` : undefined}
            data-message-box=""
            rows={1}
            placeholder={
              working
                ? words.nextMessageHint(sendNowKeys === undefined || !hasKeyboard ? null : keysInText(sendNowKeys))
                : isPhone
                  ? words.shortMessageHint
                  : words.messageHint
            }
            value={text}
            onChange={(event) => {
              setDraft(sessionId, event.target.value);
              noteCaret(sessionId, event.target);
              sent.leave();
              update(event.target.value, event.target.selectionStart);
            }}
            onSelect={({ currentTarget }) => {
              noteCaret(sessionId, currentTarget);
              if (listed) update(text, currentTarget.selectionStart);
            }}
            onBlur={closeLists}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
          />
          <div className={styles.buttons}>
            <input
              ref={picker}
              type="file"
              multiple
              hidden
              onChange={({ currentTarget }) => {
                const files = [...(currentTarget.files ?? [])];
                // So that the same file can be chosen again.
                currentTarget.value = '';
                if (files.length > 0) void attachFiles(sessionId, files);
              }}
            />
            <span className={styles.effort}>
              <EffortSelect sessionId={sessionId} compact />
            </span>
            <IconButton
              label={words.attach}
              disabledReason={disabledReason}
              disabled={disabled}
              icon={<Paperclip size={15} strokeWidth={1.5} />}
              onClick={() => picker.current?.click()}
            />
            {working && (
              <IconButton
                label={words.stop}
                keys="Escape"
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
        {listsCommands ? words.commandsFound(commands.commands.length) : listed ? words.mentionsFound(mentions.items.length) : ''}
      </span>
    </div>
  );
}

/** Characters that have room beside the buttons, in a narrow box and in a wide one. */
const BESIDE = { narrow: 28, wide: 60 } as const;

/** How long a text is for the box: a longer one has its whole width, above the buttons. */
function lengthOf(text: string): 'medium' | 'long' | undefined {
  if (text.length > BESIDE.wide || text.includes('\n')) return 'long';
  return text.length > BESIDE.narrow ? 'medium' : undefined;
}
