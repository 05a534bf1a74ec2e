import type { HookRunRecord } from '#shared/session/hook-run.ts';

/** How a run ended, in a word or two. A hook that only looked said nothing against. */
export const HOOK_OUTCOME_WORDS: Readonly<Record<HookRunRecord['outcome'], string>> = {
  ok: 'ran',
  blocked: 'blocked',
  failed: 'failed',
  timed_out: 'timed out',
  cancelled: 'stopped',
  lost: 'lost',
};

/** What the process or server ended with: “exit code 2”, “status 500”; empty when it never got that far. */
export function hookEnding({ exitCode, status }: Pick<HookRunRecord, 'exitCode' | 'status'>): string {
  if (exitCode !== undefined) return `exit code ${exitCode}`;
  return status === undefined ? '' : `status ${status}`;
}

/** Everything a hook printed, for reading. */
export function hookOutput({ output, errors }: Pick<HookRunRecord, 'output' | 'errors'>): string {
  return [output, errors]
    .map((text) => text.trimEnd())
    .filter((text) => text !== '')
    .join('\n');
}

/** The settings file it stands in, from the project's folder where it lies inside. */
export function hookWhere({ source, file }: Pick<HookRunRecord, 'source' | 'file'>, projectDir: string): string {
  if (source === 'policy') return `set by your administrator${file === undefined ? '' : `, ${file}`}`;
  if (file === undefined) return 'from the command line';
  return projectDir !== '' && file.startsWith(`${projectDir}/`) ? file.slice(projectDir.length + 1) : file;
}
