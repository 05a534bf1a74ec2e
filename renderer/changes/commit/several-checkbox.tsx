import { useEffect, useRef } from 'react';
import type { ChangedFile } from '#shared/contract/changes.ts';

interface SeveralCheckboxProps {
  readonly files: readonly ChangedFile[];
  /** Paths of those that aren’t committed. */
  readonly left: ReadonlySet<string>;
  /** Default: the text of the label it stands in. */
  readonly label?: string;
  readonly onCommits: (commits: boolean) => void;
}

/** Whether all, some or none of the files are committed. */
export function SeveralCheckbox({ files, left, label, onCommits }: SeveralCheckboxProps) {
  const box = useRef<HTMLInputElement>(null);
  const chosen = files.filter(({ path }) => !left.has(path)).length;
  const isAll = files.length > 0 && chosen === files.length;
  useEffect(() => {
    if (box.current) box.current.indeterminate = chosen > 0 && !isAll;
  });
  return (
    <input ref={box} type="checkbox" checked={isAll} disabled={files.length === 0} aria-label={label} onChange={() => onCommits(!isAll)} />
  );
}
