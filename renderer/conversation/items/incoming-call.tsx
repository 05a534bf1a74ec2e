import type { IncomingCall, InputField } from '#shared/session/frame.ts';
import { StatusGlyph } from '../../ui/display/status-glyph.tsx';
import { VisibleText } from '../../ui/display/visible-text.tsx';
import { words } from '../words.ts';
import cardStyles from './call-card.module.css';
import styles from './incoming-call.module.css';

/** Fields that an edit removes and adds. */
const TONES: Readonly<Record<string, 'removed' | 'added'>> = { old_string: 'removed', new_string: 'added' };

export interface IncomingCallProps {
  readonly call: IncomingCall;
}

/** A call that the model is still writing: nothing has been decided about it, and nothing runs. */
export function IncomingCallCard({ call: { view, fields, earlier } }: IncomingCallProps) {
  const shown = fields.filter((field) => !isInSummary(field, view.summary));
  return (
    <div className={styles.incoming} role="group" aria-label={words.beingWritten}>
      <div className={cardStyles.card}>
        <StatusGlyph state="queued" />
        <span className={cardStyles.title}>
          <VisibleText text={view.title} />
        </span>
        <span className={cardStyles.summary}>
          <VisibleText text={view.summary} />
        </span>
        <span className={cardStyles.note}>{words.writing}</span>
      </div>
      {shown.length > 0 && (
        <dl className={styles.fields}>
          {earlier > 0 && <div className={styles.earlier}>{words.earlierFields(earlier)}</div>}
          {shown.map((field) => (
            <Field
              key={field.name}
              field={field}
              isLast={field === fields.at(-1)}
              tone={view.kind === 'edit' ? TONES[field.name] : undefined}
            />
          ))}
        </dl>
      )}
    </div>
  );
}

interface FieldProps {
  readonly field: InputField;
  /** The model is writing it. */
  readonly isLast: boolean;
  readonly tone: 'removed' | 'added' | undefined;
}

/** A long text as a block, a short one on the line of its name. */
function Field({ field: { name, text, part, lines }, isLast, tone }: FieldProps) {
  const isLong = lines > 1 || text.length > 80;
  return (
    <div className={styles.field} data-long={isLong || undefined} data-open={isLast || undefined} data-tone={tone}>
      <dt>
        <VisibleText text={name} />
        {part !== 'whole' && <span className={styles.lines}>{words.lines(lines)}</span>}
      </dt>
      <dd data-part={part}>
        <div>
          <VisibleText text={text} />
        </div>
      </dd>
    </div>
  );
}

/** Paths are relative in summaries. */
function isInSummary({ text, part, lines }: InputField, summary: string): boolean {
  if (part !== 'whole' || lines > 1 || summary === '') return false;
  return text.endsWith(summary) || (text.length > 2 && summary.includes(text));
}
