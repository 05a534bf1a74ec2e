import { MoreHorizontal } from 'lucide-react';
import type { RuleList, RuleRow } from '#shared/contract/project.ts';
import { RULE_BEHAVIORS } from '#shared/permission/rule.ts';
import { openPath } from '../paths/open-path.ts';
import { words as pathWords } from '../paths/words.ts';
import { showRule } from '../store/rule-requests.ts';
import { IconButton } from '../ui/controls/icon-button.tsx';
import { Menu, MenuGroup, MenuItem, MenuSeparator } from '../ui/overlays/menu.tsx';
import { moveRule, removeRule, type OnRules } from './change-rules.ts';
import { beginDraft, draftOf } from './rule-draft.ts';
import { setDisabled } from './switch-rule.ts';
import { BEHAVIOR_WORDS, DESTINATION_WORDS, FIXED_WORDS, words } from './words.ts';

export interface RuleMenuProps {
  readonly rule: RuleRow;
  readonly list: RuleList;
  readonly onChange: OnRules;
}

/** All actions on a rule. */
export function RuleMenu({ rule, list, onChange }: RuleMenuProps) {
  const { file } = rule;
  const move = async (to: Partial<Pick<RuleRow, 'behavior'>> & { destination?: RuleList['destinations'][number]['destination'] }) => {
    const { source } = rule;
    if (source === 'policy' || source === 'cli' || source === 'plugin') return;
    const wanted = { behavior: rule.behavior, text: rule.text, destination: source, ...to };
    const moved = await moveRule(rule, wanted, onChange);
    if (moved && !rule.disabled) showRule({ ...wanted, source: wanted.destination });
  };
  return (
    <Menu
      align="end"
      // The list gets the focus, wherever the menu was opened from.
      finalFocus={() => document.querySelector<HTMLElement>('[data-rules] [role="grid"]')}
      trigger={
        <IconButton
          label={words.moreFor(rule.text)}
          size="small"
          tabIndex={-1}
          data-rule-menu=""
          icon={<MoreHorizontal size={14} strokeWidth={1.5} />}
        />
      }
    >
      {file !== undefined && (
        <>
          <MenuItem detail={file} onSelect={() => void openPath(file, rule.line)}>
            {pathWords.open}
          </MenuItem>
          <MenuSeparator />
        </>
      )}
      {rule.editable ? (
        <>
          <MenuItem keys="Enter" onSelect={() => beginDraft(draftOf(rule, false))}>
            {words.edit}
          </MenuItem>
          <MenuItem keys="D" onSelect={() => beginDraft(draftOf(rule, true))}>
            {words.duplicate}
          </MenuItem>
          {rule.source !== 'session' && (
            <MenuItem keys="X" onSelect={() => void setDisabled(rule, !rule.disabled, onChange)}>
              {rule.disabled ? words.switchOn : words.switchOff}
            </MenuItem>
          )}
          <MenuSeparator />
          <MenuGroup label={words.moveTo}>
            {list.destinations
              .filter(({ destination }) => destination !== rule.source)
              .map(({ destination, file }) => (
                <MenuItem key={destination} detail={file ?? words.endsWithSession} onSelect={() => void move({ destination })}>
                  {DESTINATION_WORDS[destination]}
                </MenuItem>
              ))}
          </MenuGroup>
          <MenuGroup label={words.makeIt}>
            {RULE_BEHAVIORS.filter((behavior) => behavior !== rule.behavior).map((behavior) => (
              <MenuItem key={behavior} onSelect={() => void move({ behavior })}>
                {BEHAVIOR_WORDS[behavior].name}
              </MenuItem>
            ))}
          </MenuGroup>
          <MenuSeparator />
          <MenuItem keys="Delete" onSelect={() => void removeRule(rule, onChange)}>
            {words.delete}
          </MenuItem>
        </>
      ) : (
        <>
          <MenuItem disabled onSelect={() => undefined} detail={FIXED_WORDS[rule.source]}>
            {words.readOnly}
          </MenuItem>
          <MenuItem keys="D" onSelect={() => beginDraft(draftOf(rule, true))}>
            {words.duplicateToOwn}
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
