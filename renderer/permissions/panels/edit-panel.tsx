import { useId, useMemo, useState } from 'react';
import type { QueuedAsk } from '../../store/queued-asks.ts';
import { onDemand } from '../../ui/on-demand.tsx';
import type { DiffEditFormProps } from './diff-edit-form.tsx';
import { editableDiff } from './editable-diff.ts';
import { EditFrame } from './edit-frame.tsx';
import { formOf, inputFromJson, inputOf, type Edited, type FormField } from './edited-input.ts';
import type { AskedInput } from '../card/asked-input.ts';
import { panelWords as words } from './panel-words.ts';
import styles from './edit-panel.module.css';

interface EditPanelProps {
  readonly ask: QueuedAsk;
  readonly asked: AskedInput;
  readonly disabled: boolean;
  readonly refused: string | null;
  readonly onSave: (input: Readonly<Record<string, unknown>>) => void;
  readonly onCancel: () => void;
}

const DiffEditForm = onDemand<DiffEditFormProps>(async () => (await import('./diff-edit-form.tsx')).DiffEditForm);

/** Edits a call's input before it is allowed: an edit in its diff, else by field or as JSON. */
export function EditPanel({ ask, asked, ...rest }: EditPanelProps) {
  const [asForm, setAsForm] = useState(false);
  const edit = useMemo(
    () => (asked.state === 'ready' ? editableDiff(ask.toolName, asked.input, ask.view.detail) : undefined),
    [ask, asked],
  );
  if (asked.state !== 'ready') return <p>{asked.state === 'failed' ? asked.why : words.loadingTheInput}</p>;
  if (edit && !asForm) return <DiffEditForm edit={edit} onForm={() => setAsForm(true)} {...rest} />;
  return <EditForm input={asked.input} {...rest} />;
}

function EditForm({
  input,
  disabled,
  refused,
  onSave,
  onCancel,
}: Omit<EditPanelProps, 'ask' | 'asked'> & { readonly input: Readonly<Record<string, unknown>> }) {
  const [fields, setFields] = useState(() => formOf(input));
  /** `null` while the form is shown. */
  const [json, setJson] = useState<string | null>(null);
  const [mistake, setMistake] = useState<string | null>(null);
  const edited: Edited = json === null ? inputOf(fields) : inputFromJson(json);
  const swap = () => {
    if ('mistake' in edited) return setMistake(edited.mistake);
    setMistake(null);
    if (json === null) return setJson(JSON.stringify(edited.input, undefined, 2));
    setFields(formOf(edited.input));
    setJson(null);
  };
  const save = () => {
    if ('mistake' in edited) return setMistake(edited.mistake);
    setMistake(null);
    onSave(edited.input);
  };
  return (
    <EditFrame
      note={mistake ?? refused}
      disabled={disabled}
      swap={{ label: json === null ? words.asJson : words.asAForm, onPress: swap }}
      onSave={save}
      onCancel={onCancel}
    >
      {json === null ? (
        fields.map((field, index) => (
          <Field
            key={field.name}
            field={field}
            first={index === 0}
            onChange={(text) => setFields(fields.with(index, { ...field, text }))}
          />
        ))
      ) : (
        <Area name={words.inputAsJson} text={json} first rows={8} onChange={setJson} />
      )}
    </EditFrame>
  );
}

function Field({
  field,
  first,
  onChange,
}: {
  readonly field: FormField;
  readonly first: boolean;
  readonly onChange: (text: string) => void;
}) {
  const { name, kind, text } = field;
  if (kind === 'switch')
    return (
      <label className={styles.switch}>
        <input type="checkbox" checked={text === 'true'} onChange={(event) => onChange(String(event.target.checked))} />
        <span>{name}</span>
      </label>
    );
  return <Area name={name} text={text} first={first} rows={Math.min(10, Math.max(1, text.split('\n').length))} onChange={onChange} />;
}

function Area({
  name,
  text,
  first,
  rows,
  onChange,
}: {
  readonly name: string;
  readonly text: string;
  readonly first: boolean;
  readonly rows: number;
  readonly onChange: (text: string) => void;
}) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{name}</label>
      <textarea
        id={id}
        rows={rows}
        value={text}
        spellCheck={false}
        autoComplete="off"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user opened this form; its first field is where they start.
        autoFocus={first}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
