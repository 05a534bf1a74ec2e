import { SET_UP_KINDS, SET_UP_STATES, type SetUp } from '#shared/compatibility/set-up.ts';
import { fileItems } from './file-items.ts';
import { instructionItems, noteItems, pathRuleItems } from './instruction-items.ts';
import { definitionItems, hookItems, serverItems } from './part-items.ts';
import { pluginItems } from './plugin-items.ts';
import { ruleItems, settingItems } from './setting-items.ts';
import type { SetUpInput } from './set-up-item.ts';

/** More than anyone has; a repository may have any number. */
const MAX_ITEMS = 2000;

/** Everything that the person, an administrator or the folder has set up, with its effect here. Only reads files. */
export function collectSetUp(input: SetUpInput): SetUp {
  const items = [
    ...fileItems(input),
    ...settingItems(input),
    ...ruleItems(input),
    ...pluginItems(input),
    ...hookItems(input),
    ...serverItems(input),
    ...definitionItems(input),
    ...instructionItems(input),
    ...pathRuleItems(input),
    ...noteItems(input),
  ].toSorted(
    (a, b) =>
      SET_UP_STATES.indexOf(a.state) - SET_UP_STATES.indexOf(b.state) || SET_UP_KINDS.indexOf(a.kind) - SET_UP_KINDS.indexOf(b.kind),
  );
  return {
    projectDir: input.projectDir,
    trusted: input.now.trusted,
    items: items.slice(0, MAX_ITEMS),
    omitted: Math.max(0, items.length - MAX_ITEMS),
  };
}
