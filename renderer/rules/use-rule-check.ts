import { useEffect, useState } from 'react';
import type { CommandOutput } from '#shared/contract/commands.ts';
import type { RuleBehavior } from '#shared/permission/rule.ts';
import { call } from '../bridge/client.ts';

/** How long typing must rest before a draft is checked, in milliseconds. */
const REST = 150;

/** What the draft means and what is wrong with it; `null` while there is nothing to say. */
export function useRuleCheck(text: string, behavior: RuleBehavior): CommandOutput<'rules.check'> | null {
  const [check, setCheck] = useState<CommandOutput<'rules.check'> | null>(null);
  useEffect(() => {
    if (text.trim() === '') {
      setCheck(null);
      return;
    }
    let current = true;
    const timer = setTimeout(() => {
      call('rules.check', { text: text.trim(), behavior }).then(
        (answer) => current && setCheck(answer),
        // Saving checks it again; a check that can't be had says nothing.
        () => current && setCheck(null),
      );
    }, REST);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [text, behavior]);
  return check;
}
