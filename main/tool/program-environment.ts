type Variables = Readonly<Record<string, string>>;

/** Gatehouse's API keys. A command that prints its environment would leak them to the model and to any server it contacts. */
const OWN_KEYS: ReadonlySet<string> = new Set(['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN']);

/** Whether the variable holds one of Gatehouse's own keys. Ignores case, as Windows does. */
export function isOwnKey(name: string): boolean {
  return OWN_KEYS.has(name.toUpperCase());
}

/** Settings that affect the environment of programs. */
export interface ProgramSettings {
  /** Variables that the settings define. */
  readonly env: Variables;
  /** Names of Gatehouse's keys that programs may receive. */
  readonly passKeys: readonly string[];
}

/** The environment of commands, hooks and servers: the user's, without Gatehouse's keys, overridden by the settings' variables. */
export function programEnvironment(users: Variables, { env, passKeys }: ProgramSettings): Record<string, string> {
  const passed = new Set(passKeys.map((name) => name.toUpperCase()));
  const kept = Object.entries(users).filter(([name]) => !isOwnKey(name) || passed.has(name.toUpperCase()));
  return { ...Object.fromEntries(kept), ...env };
}
