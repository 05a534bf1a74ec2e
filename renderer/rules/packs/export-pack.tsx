import { useState } from 'react';
import type { RuleList } from '#shared/contract/project.ts';
import { RULE_SOURCES, type RuleSource } from '#shared/permission/rule.ts';
import { call } from '../../bridge/client.ts';
import { saveText } from '../../bridge/save-text.ts';
import { attempt } from '../../store/window-actions.ts';
import { Button } from '../../ui/controls/button.tsx';
import { TextField } from '../../ui/controls/text-field.tsx';
import { showToast } from '../../ui/overlays/toast.tsx';
import { ruleContext } from '../change-rules.ts';
import { SOURCE_WORDS } from '../words.ts';
import { packWords as words } from './pack-words.ts';
import styles from './packs.module.css';

export interface ExportPackProps {
  readonly list: RuleList;
  readonly onBack: () => void;
  readonly onClose: () => void;
}

/** Makes a pack of the rules in force. */
export function ExportPack({ list, onBack, onClose }: ExportPackProps) {
  const counts = RULE_SOURCES.map((source) => ({
    source,
    count: list.rules.filter((rule) => rule.source === source && !rule.disabled).length,
  })).filter(({ count }) => count > 0);
  const [name, setName] = useState('');
  const [about, setAbout] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<RuleSource>>(
    () => new Set(counts.map(({ source }) => source).filter((source) => source === 'project' || source === 'local')),
  );
  const [saving, setSaving] = useState(false);
  const toggle = (source: RuleSource) => {
    const next = new Set(chosen);
    if (!next.delete(source)) next.add(source);
    setChosen(next);
  };
  const save = async () => {
    setSaving(true);
    const sources = [...chosen];
    const made = await attempt(words.notExported, call('packs.export', { ...ruleContext(), sources, name, description: about }));
    setSaving(false);
    const where = made ? saveText(made, 'application/json') : null;
    if (where === null) return;
    showToast({ title: words.exported, detail: where });
    onClose();
  };
  return (
    <form
      className={styles.export}
      aria-label={words.exportTitle}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <p className={styles.quiet}>{words.exportHint}</p>
      <TextField
        label={words.name}
        autoFocus
        maxLength={100}
        hint={words.nameHint}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <TextField label={words.about} maxLength={2000} value={about} onChange={(event) => setAbout(event.target.value)} />
      <fieldset className={styles.sources}>
        <legend>{words.from}</legend>
        {counts.map(({ source, count }) => (
          <label key={source} className={styles.rule}>
            <input type="checkbox" checked={chosen.has(source)} onChange={() => toggle(source)} />
            {SOURCE_WORDS[source]} <span className={styles.quiet}>{words.countOf(count)}</span>
          </label>
        ))}
      </fieldset>
      <div className={styles.actions}>
        <Button variant="quiet" onClick={onBack}>
          {words.back}
        </Button>
        <span className={styles.space} />
        <Button type="submit" variant="primary" disabled={saving || name.trim() === '' || chosen.size === 0}>
          {saving ? words.saving : words.save}
        </Button>
      </div>
    </form>
  );
}
