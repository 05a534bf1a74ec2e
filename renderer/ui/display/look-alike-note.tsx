import { useMemo } from 'react';
import { lookAlikes } from './look-alikes.ts';
import { words } from './look-alike-words.ts';
import styles from './look-alike-note.module.css';

/** More are only counted. */
const MAX_NAMED = 8;

/** Says which letters of a text, or of the texts within a value, look like others. Nothing if none do. */
export function LookAlikeNote({ of: value }: { readonly of: unknown }) {
  const named = useMemo(
    () => [...new Set(textsIn(value).flatMap((text) => lookAlikes(text).map((one) => words.letters(one.text, one.kind, one.looks))))],
    [value],
  );
  if (named.length === 0) return null;
  return (
    <p role="note" className={styles.note}>
      {words.contains(named.slice(0, MAX_NAMED), named.length - MAX_NAMED)}
    </p>
  );
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? [...Object.keys(value), ...Object.values(value).flatMap(textsIn)] : [];
}
