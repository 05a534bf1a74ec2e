import type { EventBody, SessionEvent } from '../event.ts';
import type { ModelTime, OpenRequest } from '../model-time.ts';
import type { SessionView } from '../view.ts';

/**
 * Notes when a model worked on a request, of whichever agent: from the request to its end, without the pause before a retry, which is noted
 * apart. Changes `modelTimes` and `retryPauses` in place: a long session has thousands.
 */
export function noteModelTime(view: SessionView, event: SessionEvent): void {
  switch (event.type) {
    case 'request.started': {
      const { requestId } = event.data;
      view.openRequests = [...view.openRequests, { requestId, startedAt: event.at, from: event.at, agentId: event.agentId }];
      return;
    }
    case 'request.retry': {
      const { requestId, delayMs } = event.data;
      view.openRequests = view.openRequests.map((open) => (open.requestId === requestId ? { ...open, from: event.at + delayMs } : open));
      return;
    }
    case 'request.ended': {
      const ended = view.openRequests.find(({ requestId }) => requestId === event.data.requestId);
      if (!ended) return;
      view.openRequests = view.openRequests.filter((open) => open !== ended);
      const from = beganToWork(ended, event.at, event.data.outcome);
      const time = (start: number, end: number): ModelTime => (ended.agentId === undefined ? [start, end] : [start, end, ended.agentId]);
      if (from > ended.startedAt) view.retryPauses.push(time(ended.startedAt, from));
      if (event.at > from) view.modelTimes.push(time(from, event.at));
      return;
    }
    case 'session.resumed':
      // A process that was killed didn't write when they ended.
      view.openRequests = [];
      return;
    default:
  }
}

/** Until then it paused. */
function beganToWork({ startedAt, from }: OpenRequest, endedAt: number, outcome: EventBody<'request.ended'>['outcome']): number {
  if (from <= endedAt) return from;
  // Stopped during the pause: no model worked. Otherwise the person ended the pause, in an older log, which doesn't say when.
  return outcome === 'aborted' ? endedAt : startedAt;
}
