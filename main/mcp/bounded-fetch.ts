import { MAX_LINE_BYTES } from './message-lines.ts';

/**
 * `fetch` for a server that may be hostile: an answer, or one event of a stream, that grows past 16 MB ends the response with an error.
 */
export async function boundedFetch(url: string | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  if (!response.body) return response;
  const isStream = response.headers.get('content-type')?.toLowerCase().includes('text/event-stream') ?? false;
  const bounded = new Response(response.body.pipeThrough(limit(isStream)), response);
  // A response made here has no address; redirects and errors are told by it.
  Object.defineProperty(bounded, 'url', { value: response.url });
  return bounded;
}

function limit(isStream: boolean): TransformStream<Uint8Array, Uint8Array> {
  let length = 0;
  return new TransformStream({
    transform(chunk: Uint8Array, controller) {
      length += chunk.length;
      // Every line break is as good as the end of an event for a count this coarse.
      const lineBreak = isStream ? chunk.lastIndexOf(10) : -1;
      if (lineBreak !== -1) length = chunk.length - lineBreak - 1;
      if (length > MAX_LINE_BYTES) controller.error(new Error('the server sent an answer larger than 16 MB'));
      else controller.enqueue(chunk);
    },
  });
}
