import { Copy } from 'lucide-react';
import type { CallDetail } from '../calls/use-call-detail.ts';
import { CHANGED_WORDS } from '../calls/words.ts';
import { IconButton } from '../ui/controls/icon-button.tsx';
import { copyText } from '../ui/copy-text.ts';
import { LongText } from './long-text.tsx';
import { Section } from './section.tsx';
import { words } from './words.ts';
import styles from './inspector.module.css';

/** The language of an input. */
const JSON_TEXT = 'json';

/** The input of a call; if someone changed it, first what it has now, then what the agent had given. */
export function InputSection({ detail: { input, changed } }: { readonly detail: CallDetail }) {
  const given = textOf(input);
  const now = changed === null ? given : textOf(changed.input);
  const title = changed === null ? words.input : words.inputChanged(CHANGED_WORDS[changed.by]);
  return (
    <Section
      id="input"
      title={title}
      actions={
        <IconButton
          label={words.copyInput}
          size="small"
          icon={<Copy size={14} strokeWidth={1.5} aria-hidden="true" />}
          onClick={() => void copyText(now)}
        />
      }
    >
      <LongText text={now} label={title} hint={JSON_TEXT} />
      {changed !== null && (
        <>
          <h4 className={styles.partTitle}>{words.inputOfAgent}</h4>
          <LongText text={given} label={words.inputOfAgent} hint={JSON_TEXT} />
        </>
      )}
    </Section>
  );
}

function textOf(input: unknown): string {
  return JSON.stringify(input, null, 2) ?? words.noInput;
}
