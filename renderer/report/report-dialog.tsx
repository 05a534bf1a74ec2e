import { useMemo, useState } from 'react';
import { REPORT_FORMATS, type ReportFormat } from '#shared/contract/report-formats.ts';
import { call } from '../bridge/client.ts';
import { saveText } from '../bridge/save-text.ts';
import { useWindow } from '../store/app-store.ts';
import { attempt } from '../store/window-actions.ts';
import { Button } from '../ui/controls/button.tsx';
import { Select } from '../ui/controls/select.tsx';
import { EmptyState } from '../ui/display/empty-state.tsx';
import { Skeleton } from '../ui/display/skeleton.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { ScrollArea } from '../ui/scroll-area.tsx';
import { showToast } from '../ui/overlays/toast.tsx';
import { ReportContent } from './report-content.tsx';
import { type Period, scopeOf, useReport } from './use-report.ts';
import { words } from './words.ts';
import styles from './report.module.css';

const PERIODS: readonly Period[] = ['day', 'week', 'month', 'all'];
const TYPES: Readonly<Record<ReportFormat, string>> = { markdown: 'text/markdown', csv: 'text/csv', json: 'application/json' };

/** What agents did in a period: files, commands, hosts, denied and asked calls. */
export function ReportDialog({ onClose }: { readonly onClose: () => void }) {
  const projectDir = useWindow((state) => state.project?.projectDir);
  const [period, setPeriod] = useState<Period>('week');
  const [place, setPlace] = useState<'all' | 'this'>('all');
  const project = place === 'this' ? (projectDir ?? null) : null;
  const scope = useMemo(() => scopeOf(period, project), [period, project]);
  const { report, error, retry } = useReport(scope);
  const [saving, setSaving] = useState(false);
  const save = async (format: ReportFormat) => {
    setSaving(true);
    const made = await attempt(words.notExported, call('report.export', { ...scope, format }));
    setSaving(false);
    const where = made ? saveText(made, TYPES[format]) : null;
    if (where !== null) showToast({ title: words.exported, detail: where });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      size="large"
      title={words.title}
      description={words.description}
      footer={
        <div className={styles.footer}>
          <span className={styles.quiet}>{words.export}</span>
          {REPORT_FORMATS.map((format) => (
            <Button key={format} disabled={saving || !report} onClick={() => void save(format)}>
              {words.formats[format]}
            </Button>
          ))}
        </div>
      }
    >
      <div className={styles.scope}>
        <Select
          label={words.period}
          value={period}
          options={PERIODS.map((value) => ({ value, label: words.periods[value] }))}
          onChange={setPeriod}
        />
        {projectDir !== undefined && (
          <Select
            label={words.place}
            value={place}
            options={[
              { value: 'all', label: words.allProjects },
              { value: 'this', label: words.thisProject, detail: projectDir },
            ]}
            onChange={setPlace}
          />
        )}
      </div>
      <ScrollArea label={words.title} className={styles.content}>
        {error !== null && (
          <EmptyState title={words.failed} actions={<Button onClick={retry}>{words.tryAgain}</Button>}>
            {error}
          </EmptyState>
        )}
        {!report && error === null && <Skeleton lines={8} label={words.reading} />}
        {report && <ReportContent report={report} onLeave={onClose} />}
      </ScrollArea>
    </Dialog>
  );
}
