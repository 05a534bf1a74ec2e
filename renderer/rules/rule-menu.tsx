import { MoreHorizontal } from 'lucide-react';
import type { RuleList, RuleRow } from '#shared/contract/project.ts';
import { RULE_BEHAVIORS } from '#shared/permission/rule.ts';
import { openPath } from '../paths/open-path.ts';
import { words } from '../paths/words.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Menu, MenuGroup, MenuItem, MenuSeparator } from '../ui/menu.tsx';
import { moveRule, removeRule, setDisabled, type OnRules } from './change-rules.ts';
import { beginDraft, draftOf } from './rule-draft.ts';
import { BEHAVIOR_WORDS, DESTINATION_WORDS, FIXED_WORDS } from './rule-words.ts';

export interface RuleMenuProps {
  readonly rule: RuleRow;
  readonly list: RuleList;
  readonly onChange: OnRules;
}

/** All that can be done with a rule. */
export function RuleMenu({ rule, list, onChange }: RuleMenuProps) {
  const { file } = rule;
  const move = (to: Partial<Pick<RuleRow, 'behavior'>> & { destination?: RuleList['destinations'][number]['destination'] }) => {
    const { source } = rule;
    if (source === 'policy' || source === 'cli') return;
    void moveRule(rule, { behavior: rule.behavior, text: rule.text, destination: source, ...to }, onChange);
  };
  return (
    <Menu
      align="end"
      trigger={
        <IconButton
          label={`More for rule ${rule.text}`}
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
            {words.open}
          </MenuItem>
          <MenuSeparator />
        </>
      )}
      {rule.editable ? (
        <>
          <MenuItem keys="Enter" onSelect={() => beginDraft(draftOf(rule, false))}>
            Edit
          </MenuItem>
          <MenuItem keys="D" onSelect={() => beginDraft(draftOf(rule, true))}>
            Duplicate
          </MenuItem>
          {rule.source !== 'session' && (
            <MenuItem keys="X" onSelect={() => void setDisabled(rule, !rule.disabled, onChange)}>
              {rule.disabled ? 'Switch on' : 'Switch off'}
            </MenuItem>
          )}
          <MenuSeparator />
          <MenuGroup label="Move to">
            {list.destinations
              .filter(({ destination }) => destination !== rule.source)
              .map(({ destination, file }) => (
                <MenuItem key={destination} detail={file ?? 'Ends with the session'} onSelect={() => move({ destination })}>
                  {DESTINATION_WORDS[destination]}
                </MenuItem>
              ))}
          </MenuGroup>
          <MenuGroup label="Make it">
            {RULE_BEHAVIORS.filter((behavior) => behavior !== rule.behavior).map((behavior) => (
              <MenuItem key={behavior} onSelect={() => move({ behavior })}>
                {BEHAVIOR_WORDS[behavior].name}
              </MenuItem>
            ))}
          </MenuGroup>
          <MenuSeparator />
          <MenuItem keys="Delete" onSelect={() => void removeRule(rule, onChange)}>
            Delete
          </MenuItem>
        </>
      ) : (
        <>
          <MenuItem disabled onSelect={() => undefined} detail={FIXED_WORDS[rule.source]}>
            Read-only
          </MenuItem>
          <MenuItem keys="D" onSelect={() => beginDraft(draftOf(rule, true))}>
            Duplicate to your own rules
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
