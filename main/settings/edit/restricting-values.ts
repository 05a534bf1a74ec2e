import type { Setting } from '#shared/settings/settings.ts';

const anyValue = (): boolean => true;
const isOn = (value: unknown): boolean => value === true;
const isDisable = (value: unknown): boolean => value === 'disable';

/** Values that count wherever they are set, also in a repository that isn't trusted, because they only restrict. By key. */
const RESTRICTING: Readonly<Record<string, (value: unknown) => boolean>> = {
  'permissions.deny': anyValue,
  'permissions.ask': anyValue,
  'permissions.disableAutoMode': isDisable,
  'permissions.disableBypassPermissionsMode': isDisable,
  'permissions.blockReadsOutsideWorkingDirectories': isOn,
  'permissions.blockWritesOutsideWorkingDirectories': isOn,
  disableAutoMode: isDisable,
  disabledMcpjsonServers: anyValue,
  deniedMcpServers: anyValue,
  disableSkillShellExecution: isOn,
  autoMemoryEnabled: (value) => value === false,
};

export function isRestricting({ key }: Setting, value: unknown): boolean {
  return Object.hasOwn(RESTRICTING, key) && RESTRICTING[key]?.(value) === true;
}
