import type { HookRunRecord } from '#shared/session/hook-run.ts';

/** The outcome of a run in a word or two. A hook without a decision had no objection. */
export const HOOK_OUTCOME_WORDS: Readonly<Record<HookRunRecord['outcome'], string>> = {
  ok: 'ran',
  blocked: 'blocked',
  failed: 'failed',
  timed_out: 'timed out',
  cancelled: 'stopped',
  lost: 'lost',
};

/** The process's or server's result: “exit code 2”, “status 500”; empty if there was none. */
export function hookEnding({ exitCode, status }: Pick<HookRunRecord, 'exitCode' | 'status'>): string {
  if (exitCode !== undefined) return `exit code ${exitCode}`;
  return status === undefined ? '' : `status ${status}`;
}

/** Everything a hook printed. */
export function hookOutput({ output, errors }: Pick<HookRunRecord, 'output' | 'errors'>): string {
  return [output, errors]
    .map((text) => text.trimEnd())
    .filter((text) => text !== '')
    .join('\n');
}

/** The settings file that configures it, relative to the project folder if inside. */
export function hookWhere({ source, file }: Pick<HookRunRecord, 'source' | 'file'>, projectDir: string): string {
  if (source === 'policy') return `set by your administrator${file === undefined ? '' : `, ${file}`}`;
  if (file === undefined) return 'from the command line';
  return projectDir !== '' && file.startsWith(`${projectDir}/`) ? file.slice(projectDir.length + 1) : file;
}
