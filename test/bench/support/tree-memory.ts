import { readdirSync, readFileSync } from 'node:fs';

/** Resident memory of a process and everything it started, in MiB; `undefined` where the system doesn't report it. */
export function treeMemoryOf(pid: number | undefined): number | undefined {
  if (pid === undefined || process.platform !== 'linux') return undefined;
  const parents = new Map(
    processes().map((status) => [numberOf(status, 'Pid'), { parent: numberOf(status, 'PPid'), kib: numberOf(status, 'VmRSS') }]),
  );
  const belongs = (id: number): boolean => id === pid || (id > 1 && belongs(parents.get(id)?.parent ?? 0));
  return [...parents].reduce((sum, [id, { kib }]) => sum + (belongs(id) ? kib : 0), 0) / 1024;
}

function processes(): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        return [readFileSync(`/proc/${name}/status`, 'utf8')];
      } catch {
        // It has ended.
        return [];
      }
    });
}

function numberOf(status: string, field: string): number {
  return Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
}
