import { commands, type CommandName } from '#shared/contract/commands.ts';
import { pushes, type PushName } from '#shared/contract/pushes.ts';
import { parseSessionEvent, type StoredEvent } from '#shared/session/event.ts';
import type { ContractCheck } from './client.ts';

/** Reports messages from main that violate the contract; loaded in development and tests only. */
export const contractCheck: ContractCheck = {
  output(name: CommandName, output: unknown) {
    const result = commands[name].output.safeParse(output);
    if (!result.success) reportError(new Error(`The response to ${name} violates the contract: ${result.error.message}`));
  },
  push(name: string, payload: unknown) {
    if (!isPushName(name)) return reportError(new Error(`Unknown push ${name}`));
    const result = pushes[name].safeParse(payload);
    if (!result.success) reportError(new Error(`The push ${name} violates the contract: ${result.error.message}`));
    else if (name === 'session.events') checkEvents(pushes[name].parse(payload).events);
  },
};

function isPushName(name: string): name is PushName {
  return Object.hasOwn(pushes, name);
}

function checkEvents(events: readonly StoredEvent[]): void {
  try {
    events.forEach(parseSessionEvent);
  } catch (error) {
    reportError(error);
  }
}
