import { useState } from 'react';
import { TextField } from '../../ui/controls/text-field.tsx';
import { isInstalled } from './is-installed.ts';
import { PreferenceRow } from './preference-row.tsx';
import { words } from './words.ts';
import styles from './font-rows.module.css';

interface FamilyRowProps {
  readonly title: string;
  readonly detail: string;
  readonly usual: string;
  readonly value: string | null;
  /** A text in the font. */
  readonly sample: string;
  readonly isCode?: boolean;
  readonly onChange: (family: string | null) => void;
}

/** The name of a font. A font that isn't there is said to be missing, and kept: it may be there on another machine. */
export function FamilyRow({ title, detail, usual, value, sample, isCode = false, onChange }: FamilyRowProps) {
  const [error, setError] = useState<string>();
  const save = (text: string): void => {
    const name = text.trim();
    const isName = /^[\p{L}\p{N} ._-]{0,100}$/u.test(name);
    setError(isName ? undefined : words.notAName);
    if (isName && name !== (value ?? '')) onChange(name === '' ? null : name);
  };
  const missing = value !== null && !isInstalled(value) ? words.notInstalled(value) : undefined;
  return (
    <PreferenceRow title={title} detail={detail} chosen={value !== null} onReset={() => onChange(null)}>
      <TextField
        key={value}
        label={title}
        hideLabel
        defaultValue={value ?? ''}
        placeholder={usual}
        error={error ?? missing}
        spellCheck={false}
        onBlur={(event) => save(event.currentTarget.value)}
        onKeyDown={saveOnEnter}
      />
      <p className={isCode ? styles.codeSample : styles.sample} aria-hidden="true">
        {sample}
      </p>
    </PreferenceRow>
  );
}

interface SizeRowProps {
  readonly title: string;
  readonly detail: string;
  readonly usual: number;
  readonly lowest: number;
  readonly highest: number;
  readonly value: number | null;
  readonly onChange: (size: number | null) => void;
}

/** A size in pixels. */
export function SizeRow({ title, detail, usual, lowest, highest, value, onChange }: SizeRowProps) {
  const [error, setError] = useState<string>();
  const save = (text: string): void => {
    const size = text.trim() === '' ? null : Number(text.trim().replace(',', '.'));
    const isSize = size === null || (size >= lowest && size <= highest);
    setError(isSize ? undefined : words.outside(lowest, highest));
    if (isSize && size !== value) onChange(size);
  };
  return (
    <PreferenceRow title={title} detail={detail} chosen={value !== null} onReset={() => onChange(null)}>
      <TextField
        key={value}
        label={title}
        hideLabel
        inputMode="decimal"
        defaultValue={value ?? ''}
        placeholder={String(usual)}
        error={error}
        onBlur={(event) => save(event.currentTarget.value)}
        onKeyDown={saveOnEnter}
      />
    </PreferenceRow>
  );
}

function saveOnEnter(event: React.KeyboardEvent<HTMLInputElement>): void {
  if (event.key === 'Enter') event.currentTarget.blur();
}
