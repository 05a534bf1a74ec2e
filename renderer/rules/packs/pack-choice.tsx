import { FileJson, Package } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { CommandOutput } from '#shared/contract/commands.ts';
import { errorMessage } from '#shared/error-message.ts';
import { RULE_PACK_FOLDER } from '#shared/permission/rule-pack-folder.ts';
import { call } from '../../bridge/client.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { VisibleText } from '../../ui/display/visible-text.tsx';
import { ruleContext } from '../change-rules.ts';
import type { PackSource } from './pack-source.ts';
import { packWords as words } from './pack-words.ts';
import styles from './packs.module.css';

type Packs = CommandOutput<'packs.list'>['packs'];

export interface PackChoiceProps {
  readonly onChoose: (from: PackSource) => void;
  readonly onExport: () => void;
}

/** The packs of the repository, and a file from disk. */
export function PackChoice({ onChoose, onExport }: PackChoiceProps) {
  const [packs, setPacks] = useState<Packs | null>(null);
  const [error, setError] = useState<string | null>(null);
  const file = useRef<HTMLInputElement>(null);
  useEffect(() => {
    let current = true;
    call('packs.list', { projectDir: ruleContext().projectDir }).then(
      (answer) => current && setPacks(answer.packs),
      (cause: unknown) => current && setError(errorMessage(cause)),
    );
    return () => {
      current = false;
    };
  }, []);
  return (
    <>
      <h3 className={styles.heading}>{words.inRepository}</h3>
      {error !== null && <p className={styles.error}>{`${words.listFailed}: ${error}`}</p>}
      {!packs && error === null && <Skeleton lines={2} label={words.loading} />}
      {packs?.length === 0 && <p className={styles.quiet}>{words.noneInRepository(RULE_PACK_FOLDER)}</p>}
      {packs && packs.length > 0 && (
        <ul className={styles.packs} aria-label={words.inRepository}>
          {packs.map(({ fileName, name, description, rules, problem }) => (
            <li key={fileName}>
              <button
                type="button"
                className={styles.pack}
                disabled={problem !== undefined}
                onClick={() => onChoose({ type: 'repository', fileName })}
              >
                <Package size={16} strokeWidth={1.5} aria-hidden="true" />
                <span className={styles.name}>
                  <VisibleText text={name} />
                </span>
                <span className={styles.quiet}>{problem === undefined ? words.countOf(rules) : words.unreadable}</span>
                <span className={styles.about}>
                  <VisibleText text={problem ?? description} />
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.actions}>
        <Button
          icon={<FileJson size={14} strokeWidth={1.5} aria-hidden="true" />}
          title={words.fileHint}
          onClick={() => file.current?.click()}
        >
          {words.chooseFile}
        </Button>
        <input
          ref={file}
          type="file"
          accept=".json,application/json"
          hidden
          aria-label={words.chooseFile}
          onChange={({ currentTarget }) => {
            const [chosen] = currentTarget.files ?? [];
            if (chosen) void chosen.text().then((text) => onChoose({ type: 'text', fileName: chosen.name.slice(0, 255), text }));
          }}
        />
        <span className={styles.space} />
        <Button variant="quiet" onClick={onExport}>
          {words.export}
        </Button>
      </div>
    </>
  );
}
