import { readBounded } from '#main/tool/read-bounded.ts';
import type { OutsidePage } from '#shared/settings/outside-page.ts';
import { managedStores } from './managed-stores.ts';
import { readManagedSettings } from './managed-settings.ts';
import type { OwnSettingsOptions } from './own-settings.ts';
import { readLayer } from './read-layer.ts';
import { MAX_SETTINGS_BYTES } from './repository-supplies.ts';
import { nodeAt, parseSettingsDocument } from './settings-document.ts';
import { settingsPaths } from './settings-paths.ts';

/** `gatehouse.confirmOutsidePage` as a host uses it: read when it starts, and again only until the file can be read. */
export function outsidePageSetting(options: OwnSettingsOptions): () => OutsidePage {
  let found = confirmsOutsidePage(options);
  return () => {
    if (found.unread !== undefined) found = confirmsOutsidePage(options);
    return found;
  };
}

/** `gatehouse.confirmOutsidePage` of the managed settings, else of the user's. A file that can't be read may turn it on, so it counts as on. */
export function confirmsOutsidePage(options: OwnSettingsOptions): OutsidePage {
  const paths = settingsPaths({ ...options, projectDir: options.homeDir });
  const managed = readManagedSettings({ managedDir: paths.managedDir, stores: managedStores(options) }, () => undefined);
  const isOn = managed.layers.find(({ value }) => value.gatehouse?.confirmOutsidePage !== undefined)?.value.gatehouse?.confirmOutsidePage;
  const [problem] = managed.problems;
  if (managed.damaged && isOn !== true) return unread(problem?.file ?? '', problem?.message ?? '');
  return isOn === undefined ? ofUser(paths.user) : { isOn };
}

function ofUser(file: string): OutsidePage {
  const read = readBounded(file, MAX_SETTINGS_BYTES);
  if (read.kind === 'missing') return { isOn: false };
  if (read.kind === 'unreadable') return unread(file, read.reason);
  const layer = readLayer(read.text, { source: 'user', file, fromRepository: false });
  if ('broken' in layer) return unread(file, layer.broken);
  const isOn = layer.layer.value.gatehouse?.confirmOutsidePage;
  if (isOn !== undefined) return { isOn };
  return isWritten(read.text) ? unread(file, 'The value must be true or false.') : { isOn: false };
}

/** Whether the text has a value for it, or none of Gatehouse's settings can be told from it. */
function isWritten(text: string): boolean {
  const parsed = parseSettingsDocument(text);
  if ('broken' in parsed) return true;
  const own = nodeAt(parsed.document.root, ['gatehouse']);
  return own !== undefined && (own.type !== 'object' || nodeAt(own, ['confirmOutsidePage']) !== undefined);
}

function unread(file: string, reason: string): OutsidePage {
  return { isOn: true, unread: `gatehouse.confirmOutsidePage counts as on until ${file} can be read. ${reason}` };
}
