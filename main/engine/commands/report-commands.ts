import type { Handlers } from '#main/host/engine-port.ts';
import { formatReport } from '#main/report/format-report.ts';
import type { Reporter } from '#main/report/reporter.ts';
import type { ReportFormat } from '#shared/contract/report-formats.ts';
import type { reportCommands as contract } from '#shared/contract/commands/report-commands.ts';

const ENDINGS: Readonly<Record<ReportFormat, string>> = { markdown: 'md', csv: 'csv', json: 'json' };

/** What agents did, from the audit log. */
export function reportCommands({
  stateDir,
  reporter,
}: {
  readonly stateDir: string;
  readonly reporter: Reporter;
}): Handlers<typeof contract> {
  const requestFor = (since: number | null, project: string | null) => ({
    stateDir,
    now: new Date(),
    filter: { since: since === null ? undefined : new Date(since), project: project ?? undefined },
  });
  return {
    'report.make': ({ since, project }, { windowId }) => reporter.report(windowId, requestFor(since, project)),
    'report.stop': (_, { windowId }) => {
      reporter.stop(windowId);
      return {};
    },
    'report.export': async ({ since, project, format }, { windowId }) => {
      const request = requestFor(since, project);
      const report = await reporter.report(`${windowId} export`, request);
      const day = request.now.toISOString().slice(0, 10);
      return { type: 'text', fileName: `gatehouse-report-${day}.${ENDINGS[format]}`, text: formatReport(report, format) };
    },
  };
}
