import { readdirSync, readFileSync } from 'node:fs';

/**
 * Memory of a process and everything it started, in MiB, where pages that several processes share count once (the kernel's PSS: two Node
 * processes map the same 34 MiB of their binary). `undefined` where the system doesn't report it.
 */
export function treeMemoryOf(pid: number | undefined): number | undefined {
  if (pid === undefined || process.platform !== 'linux') return undefined;
  const parents = parentsOfProcesses();
  const belongs = (id: number): boolean => id === pid || (id > 1 && belongs(parents.get(id) ?? 0));
  return [...parents.keys()].filter((id) => belongs(id)).reduce((sum, id) => sum + pssOf(id), 0);
}

/** The same for one process without its children; 0 when it has ended. */
export function pssOf(pid: number): number {
  return numberIn(`/proc/${pid}/smaps_rollup`, 'Pss') / 1024;
}

function parentsOfProcesses(): Map<number, number> {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return new Map(pids.map((pid) => [Number(pid), numberIn(`/proc/${pid}/status`, 'PPid')]));
}

function numberIn(file: string, field: string): number {
  try {
    return Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(readFileSync(file, 'utf8'))?.[1] ?? 0);
  } catch {
    // It has ended.
    return 0;
  }
}
