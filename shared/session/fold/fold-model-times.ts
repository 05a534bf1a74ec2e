import type { SessionEvent } from '../event.ts';
import type { SessionView } from '../view.ts';

/**
 * Notes when a model worked on a request, of whichever agent: from the request to its end, without the pause before a retry. Changes
 * `modelTimes` in place: a long session has thousands.
 */
export function noteModelTime(view: SessionView, event: SessionEvent): void {
  switch (event.type) {
    case 'request.started':
      view.openRequests = [...view.openRequests, { requestId: event.data.requestId, from: event.at, agentId: event.agentId }];
      return;
    case 'request.retry': {
      const { requestId, delayMs } = event.data;
      view.openRequests = view.openRequests.map((open) => (open.requestId === requestId ? { ...open, from: event.at + delayMs } : open));
      return;
    }
    case 'request.ended': {
      const ended = view.openRequests.find(({ requestId }) => requestId === event.data.requestId);
      if (!ended) return;
      view.openRequests = view.openRequests.filter((open) => open !== ended);
      // Stopped during the pause before a retry: no model worked.
      if (event.at > ended.from)
        view.modelTimes.push(event.agentId === undefined ? [ended.from, event.at] : [ended.from, event.at, event.agentId]);
      return;
    }
    case 'session.resumed':
      // A process that was killed didn't write when they ended.
      view.openRequests = [];
      return;
    default:
  }
}
