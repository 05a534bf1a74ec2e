import type { SessionEvent } from './event.ts';
import { shortFailure } from './short-failure.ts';

/**
 * The event as it travels to a window: bodies that no view keeps are dropped (results but short failures, details, facts, tool inputs,
 * the system prompt, hooks' output) and fetched by id when someone opens them. Folding it gives the same view as folding the original.
 */
export function toWireEvent(event: SessionEvent): SessionEvent {
  switch (event.type) {
    case 'session.prompt':
      return { ...event, data: { system: '', sources: [] } };
    case 'user.message':
      return event.data.attachment ? { ...event, data: { ...event.data, content: [] } } : event;
    case 'assistant.block':
      return event.data.block.type === 'tool_use'
        ? { ...event, data: { ...event.data, block: { ...event.data.block, input: {} } } }
        : event;
    case 'call.queued':
      return { ...event, data: { ...event.data, view: { ...event.data.view, detail: undefined } } };
    case 'call.answered':
      return event.data.answer.type === 'allow_edited'
        ? { ...event, data: { ...event.data, answer: { ...event.data.answer, input: {} } } }
        : event;
    case 'call.changed':
      return { ...event, data: { ...event.data, input: {}, view: { ...event.data.view, detail: undefined } } };
    case 'call.asked':
      return { ...event, data: { ...event.data, facts: undefined } };
    case 'call.decided':
      return { ...event, data: { ...event.data, facts: undefined } };
    case 'call.finished':
      return {
        ...event,
        data: { ...event.data, content: shortFailure(event.data) ?? '', spans: [], view: { ...event.data.view, detail: undefined } },
      };
    case 'conversation.compacted':
      return { ...event, data: { ...event.data, content: [] } };
    case 'result.replaced':
      return { ...event, data: { ...event.data, content: '' } };
    case 'hook.ran':
      return { ...event, data: { ...event.data, output: '', errors: '' } };
    default:
      return event;
  }
}
