import { useEffect, useState } from 'react';
import type { CommandOutput } from '#shared/contract/commands.ts';
import type { RuleBehavior } from '#shared/permission/rule.ts';
import { call } from '../bridge/client.ts';

/** Debounce before a draft is checked, in milliseconds. */
const REST = 150;

type Check = CommandOutput<'rules.check'>;

/**
 * What the draft means and its errors; `null` if unknown. The previous result stays until the next arrives; then `isCurrent` is false, and
 * it doesn't prevent saving.
 */
export function useRuleCheck(text: string, behavior: RuleBehavior): (Check & { readonly isCurrent: boolean }) | null {
  const [check, setCheck] = useState<{ readonly of: string; readonly answer: Check } | null>(null);
  const rule = text.trim();
  const of = `${behavior} ${rule}`;
  useEffect(() => {
    if (rule === '') {
      setCheck(null);
      return;
    }
    let current = true;
    const timer = setTimeout(() => {
      call('rules.check', { text: rule, behavior }).then(
        (answer) => current && setCheck({ of, answer }),
        // Ignore errors: saving checks it again.
        () => current && setCheck(null),
      );
    }, REST);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [of, rule, behavior]);
  return check && { ...check.answer, isCurrent: check.of === of };
}
