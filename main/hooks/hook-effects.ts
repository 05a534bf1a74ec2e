import type { HookEffect } from '#shared/contract/commands/hook-commands.ts';
import type { HookOutput } from './hook-output.ts';

const MAX_TEXT_CHARS = 4000;

/** What the answer of one hook would do, strongest effect first. Never empty. */
export function hookEffects({
  problem,
  stop,
  block,
  permission,
  answer,
  updatedInput,
  updatedOutput,
  context,
  systemMessage,
  retry,
}: HookOutput): HookEffect[] {
  const effects = [
    effect('error', problem),
    effect('stop', stop),
    permission ? effect(permission.behavior, permission.reason) : effect('tell', block),
    answer && effect(`answer_${answer.behavior}`, answer.behavior === 'deny' ? (answer.message ?? '') : ''),
    updatedInput && effect('input', JSON.stringify(updatedInput, undefined, 2)),
    updatedOutput && effect('output', JSON.stringify(updatedOutput.value, undefined, 2) ?? ''),
    effect('context', context),
    effect('message', systemMessage),
    retry && effect('retry', ''),
  ].filter((one) => one !== undefined);
  return effects.length === 0 ? [{ type: 'none', text: '' }] : effects;
}

function effect(type: HookEffect['type'], text: string | undefined): HookEffect | undefined {
  return text === undefined ? undefined : { type, text: text.slice(0, MAX_TEXT_CHARS).toWellFormed() };
}
