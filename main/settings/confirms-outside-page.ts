import { ownSettings, type OwnSettingsOptions } from './own-settings.ts';

/** `gatehouse.confirmOutsidePage` of the managed settings, else of the user's. A host reads it once, when it starts. */
export function confirmsOutsidePage(options: OwnSettingsOptions): boolean {
  return ownSettings(options).find(({ gatehouse }) => gatehouse?.confirmOutsidePage !== undefined)?.gatehouse?.confirmOutsidePage ?? false;
}
