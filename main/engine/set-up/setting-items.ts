import type { Effect } from '#shared/compatibility/effect.ts';
import { effectOfSetting, keysOf } from '#shared/compatibility/setting-effects.ts';
import type { SetUpItem } from '#shared/compatibility/set-up.ts';
import { parseRule } from '#shared/permission/grammar.ts';
import type { RuleEntry } from '#shared/permission/rule.ts';
import { type Setting, SETTINGS, valueAt } from '#shared/settings/settings.ts';
import type { SettingsLayer } from '#main/settings/loaded-settings.ts';
import { parsedRule } from '#main/permission/rules/parsed-rule.ts';
import { whyWithoutUse } from '#main/permission/rules/rule-without-use.ts';
import { isIgnored } from '#main/settings/edit/setting-values.ts';
import { isRestricting } from '#main/settings/edit/restricting-values.ts';
import { isWaiting, setUpItem, type SetUpInput, stateOf, WAITING } from './set-up-item.ts';

/** Every key of every settings file, with what it does here. */
export function settingItems(input: SetUpInput): SetUpItem[] {
  const { layers } = input.trusted;
  return layers.flatMap((layer, index) =>
    keysOf(layer.value).map((key) => {
      const setting = SETTINGS.find((one) => one.key === key);
      const above = layers.slice(0, index);
      return setUpItem({
        kind: 'setting',
        name: key,
        detail: setting ? detailOf(setting, layer) : '',
        source: layer.source,
        file: layer.file ?? null,
        ...(setting ? stateIn(setting, layer, above, input) : stateOf(effectOfSetting(key) ?? UNKNOWN)),
      });
    }),
  );
}

const UNKNOWN: Effect = { compatibility: 'not', why: 'It isn’t a documented key. Is it spelled right?' };

/** The value, if it can't contain a secret. */
function detailOf(setting: Setting, layer: SettingsLayer): string {
  const value = valueAt(layer.value, setting.path);
  if (setting.control.type !== 'file') return JSON.stringify(value) ?? '';
  return setting.key === 'env' && typeof value === 'object' && value !== null ? Object.keys(value).join(', ') : '';
}

function stateIn(
  setting: Setting,
  layer: SettingsLayer,
  above: readonly SettingsLayer[],
  input: SetUpInput,
): Pick<SetUpItem, 'state' | 'why'> {
  const { reach, key, path } = setting;
  if (reach === 'managed' && layer.source !== 'policy') return { state: 'none', why: 'Only managed settings can set it.' };
  if (isIgnored(setting, layer, true)) return { state: 'none', why: 'Only your own settings can set it, not a file of the folder.' };
  const effect = stateOf(effectOfSetting(key) ?? UNKNOWN);
  if (effect.state === 'none') return effect;
  if (isWaiting(layer, input) && !isRestricting(setting, valueAt(layer.value, path))) return WAITING;
  const winner =
    'fallback' in setting
      ? above.find((one) => !isIgnored(setting, one, input.now.trusted) && valueAt(one.value, path) !== undefined)
      : undefined;
  if (winner) return { state: 'overridden', why: `${winner.file ?? 'The command line'} has priority.` };
  return effect;
}

/** Every rule, with its place and whether it counts. */
export function ruleItems({ now }: SetUpInput): SetUpItem[] {
  const disabled = now.layers.flatMap(({ disabledRules }) => disabledRules);
  return [
    ...now.rules.map((rule) => ruleItem(rule, ruleState(rule, now.trusted))),
    ...disabled.map((rule) => ruleItem(rule, { state: 'none', why: 'It is turned off in the rule list.' })),
  ];
}

function ruleItem(rule: RuleEntry, state: Pick<SetUpItem, 'state' | 'why'>): SetUpItem {
  const { behavior, text, source, file, line } = rule;
  return setUpItem({ kind: 'rule', name: text, detail: behavior, source, file: file ?? null, line: line ?? null, ...state });
}

function ruleState({ text, behavior, source, inert }: RuleEntry, trusted: boolean): Pick<SetUpItem, 'state' | 'why'> {
  const { body } = parseRule(text, behavior);
  if (body.kind === 'inert') return { state: 'broken', why: body.why };
  const unused = behavior === 'allow' && inert === undefined ? whyWithoutUse(parsedRule(text, behavior)) : undefined;
  if (unused !== undefined) return { state: 'none', why: unused };
  if (inert === undefined) return { state: 'works', why: '' };
  return !trusted && (source === 'project' || source === 'local') ? WAITING : { state: 'none', why: inert };
}
