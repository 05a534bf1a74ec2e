import { isOwnKey } from '#main/tool/program-environment.ts';

/** `${NAME}` and `${NAME:-default}`; nothing nests. */
const VARIABLE = /\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/gu;

/** A variable that has no value and no default. The message names it and what to do. */
export class MissingVariableError extends Error {
  constructor(name: string) {
    super(
      isOwnKey(name)
        ? `Servers don’t get ${name} unless your own settings name it (gatehouse.passKeys).`
        : `The environment variable ${name} is not set. Set it, or write \${${name}:-default}.`,
    );
    this.name = 'MissingVariableError';
  }
}

/** Puts values in once: what a value holds is not looked at again. @throws MissingVariableError */
export function expandVariables(text: string, env: Readonly<Record<string, string | undefined>>): string {
  return text.replace(VARIABLE, (_whole, name: string, otherwise: string | undefined) => {
    const value = Object.hasOwn(env, name) ? env[name] : undefined;
    // As in a shell, `:-` counts for an empty value too.
    const found = otherwise !== undefined && value === '' ? undefined : value;
    const expanded = found ?? otherwise;
    if (expanded === undefined) throw new MissingVariableError(name);
    return expanded;
  });
}
