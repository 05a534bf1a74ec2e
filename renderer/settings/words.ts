import type { SettingsDestination } from '#shared/contract/settings.ts';
import type { RuleSource } from '#shared/permission/rule.ts';

const sources: Readonly<Record<RuleSource, string>> = {
  policy: 'your administrator',
  cli: 'the command line',
  local: 'this folder, only yours',
  project: 'this folder, shared',
  user: 'your settings',
  session: 'the session',
};
const destinations: Readonly<Record<SettingsDestination, string>> = {
  user: 'Your settings',
  local: 'This folder, only yours',
  project: 'This folder, shared',
};

/** All the form of settings says; titles of settings are in their table. */
export const words = {
  title: 'Settings files',
  detail: 'Every key, where its value comes from, and the file it is changed in.',
  changeIn: 'Change in',
  destinations,
  inForce: (value: string, source: RuleSource) => `${value}, from ${sources[source]}`,
  fallback: (value: string) => `${value}, unless a file says otherwise`,
  ignored: (source: RuleSource) => `what ${sources[source]} says doesn’t count here`,
  managed: 'Your administrator set this.',
  managedOnly: 'Only your administrator’s settings have a say in this.',
  userOnly: 'Counts in your own settings only.',
  inFile: 'Changed in its file.',
  notSet: 'Not set here',
  yes: 'On',
  no: 'Off',
  given: 'set',
  notJson: 'This is not a JSON list, such as ["a", "b"].',
  notNumber: 'Write a whole number.',
  failed: 'The settings could not be read',
  saved: (title: string) => `Saved: ${title}`,
  undo: 'Undo',
} as const;
