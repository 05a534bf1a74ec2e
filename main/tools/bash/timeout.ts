const DEFAULT_MS = 120_000;
const MAX_MS = 600_000;

/** Milliseconds a command may take: what was asked for, bounded; `BASH_DEFAULT_TIMEOUT_MS` and `BASH_MAX_TIMEOUT_MS` move the bounds. */
export function commandTimeout(asked: number | undefined, env: Readonly<Record<string, string | undefined>>): number {
  const standard = positive(env['BASH_DEFAULT_TIMEOUT_MS']) ?? DEFAULT_MS;
  const ceiling = Math.max(positive(env['BASH_MAX_TIMEOUT_MS']) ?? MAX_MS, standard);
  return asked !== undefined && asked > 0 ? Math.min(asked, ceiling) : standard;
}

function positive(text: string | undefined): number | undefined {
  const value = Number(text);
  return text !== undefined && Number.isFinite(value) && value > 0 ? value : undefined;
}
