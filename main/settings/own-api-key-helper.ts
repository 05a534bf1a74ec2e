import { ownSettings, type OwnSettingsOptions } from './own-settings.ts';

/** `apiKeyHelper` of the managed settings, else of the user's: keys belong to no project, so neither does the command. */
export function ownApiKeyHelper(options: OwnSettingsOptions): string | undefined {
  return ownSettings(options).find(({ apiKeyHelper }) => apiKeyHelper !== undefined)?.apiKeyHelper;
}
