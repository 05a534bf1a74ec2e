type Variables = Readonly<Record<string, string>>;

/** What Gatehouse reaches its model with. A command that prints its environment would show them to the model and to every server it contacts. */
const OWN_KEYS: ReadonlySet<string> = new Set(['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN']);

/** Whether this variable holds a key of Gatehouse's own. In any case: Windows has no difference. */
export function isOwnKey(name: string): boolean {
  return OWN_KEYS.has(name.toUpperCase());
}

/** What the settings say of it. */
export interface ProgramSettings {
  /** The settings' own variables. */
  readonly env: Variables;
  /** Names of keys that are handed on. */
  readonly passKeys: readonly string[];
}

/** The environment of commands, hooks and servers: the user's own without Gatehouse's keys, and the settings' variables on top. */
export function programEnvironment(users: Variables, { env, passKeys }: ProgramSettings): Record<string, string> {
  const passed = new Set(passKeys.map((name) => name.toUpperCase()));
  const kept = Object.entries(users).filter(([name]) => !isOwnKey(name) || passed.has(name.toUpperCase()));
  return { ...Object.fromEntries(kept), ...env };
}
