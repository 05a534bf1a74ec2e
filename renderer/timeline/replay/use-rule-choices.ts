import { useCallback, useEffect, useMemo, useState } from 'react';
import type { ReadPack, RuleSet } from '#shared/contract/rule-sets.ts';
import { call } from '../../bridge/client.ts';
import { useReplay, type ReplayRules } from '../../store/rule-replay.ts';
import { attempt } from '../../store/window-actions.ts';
import type { SelectOption } from '../../ui/controls/select.tsx';
import { replayWords as words } from './replay-words.ts';

const CURRENT: RuleSet = { rules: [], destination: 'local', instead: false };

/** Value of the entry that asks for a file. */
export const FROM_FILE = 'file?';

export interface RuleChoices {
  readonly options: readonly SelectOption<string>[];
  readonly chosen: string;
  readonly set: RuleSet;
  /** Whether the set can be tried without the current rules. */
  readonly canReplace: boolean;
  readonly choose: (value: string) => void;
  readonly chooseFile: (file: File) => Promise<void>;
}

/** The sets of rules that a session can be replayed with: the current ones, what another pane gave, packs of the repository, a file. */
export function useRuleChoices(projectDir: string): RuleChoices {
  const given = useReplay((state) => state.given);
  const [packs, setPacks] = useState<readonly { readonly fileName: string; readonly name: string }[]>([]);
  const [loaded, setLoaded] = useState<ReplayRules | null>(null);
  const [chosen, setChosen] = useState<string>('current');
  useEffect(() => {
    if (projectDir === '') return;
    let current = true;
    call('packs.list', { projectDir }).then(
      (answer) => current && setPacks(answer.packs.filter(({ problem }) => problem === undefined)),
      // Ignore errors: packs are one choice of several.
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [projectDir]);
  useEffect(() => {
    if (given) setChosen('given');
  }, [given]);

  const choose = useCallback(
    (value: string) => {
      const pack = packs.find(({ fileName }) => value === `pack:${fileName}`);
      if (!pack) return setChosen(value);
      const from = { type: 'repository', fileName: pack.fileName } as const;
      void attempt(words.fileUnreadable, call('packs.read', { projectDir, from, destination: 'local' })).then((read) => {
        if (!read) return;
        setLoaded({ title: pack.name, set: setOf(read) });
        setChosen(value);
      });
    },
    [packs, projectDir],
  );
  const chooseFile = useCallback(
    async (file: File) => {
      const from = { type: 'text', fileName: file.name.slice(0, 255), text: await file.text() } as const;
      const read = await attempt(words.fileUnreadable, call('packs.read', { projectDir, from, destination: 'local' }));
      if (!read) return;
      setLoaded({ title: read.name, set: setOf(read) });
      setChosen('file');
    },
    [projectDir],
  );
  const options = useMemo(
    () => [
      { value: 'current', label: words.current, detail: words.currentDetail },
      ...(given ? [{ value: 'given', label: given.title, detail: words.givenDetail }] : []),
      ...packs.map(({ fileName, name }) => ({ value: `pack:${fileName}`, label: name, detail: words.packDetail(fileName) })),
      ...(chosen === 'file' && loaded ? [{ value: 'file', label: loaded.title, detail: words.fileDetail }] : []),
      { value: FROM_FILE, label: words.chooseFile, detail: words.chooseFileDetail },
    ],
    [given, packs, chosen, loaded],
  );
  const set = chosen === 'current' ? CURRENT : chosen === 'given' ? (given?.set ?? CURRENT) : (loaded?.set ?? CURRENT);
  return { options, chosen, set, canReplace: set.rules.length > 0 && set.replaces === undefined, choose, chooseFile };
}

function setOf({ rows }: ReadPack): RuleSet {
  const rules = rows.filter(({ state }) => state !== 'invalid').map(({ behavior, text }) => ({ behavior, text }));
  return { rules, destination: 'local', instead: false };
}
