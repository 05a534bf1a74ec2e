import { createParser } from 'eventsource-parser';

export interface ServerSentEvent {
  readonly name: string;
  readonly data: string;
}

/** The named events of a stream that have data, as they arrive. */
export async function* serverSentEvents(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ServerSentEvent, void> {
  let arrived: ServerSentEvent[] = [];
  const parser = createParser({
    onEvent: ({ event: name, data }) => {
      if (name !== undefined && data !== '') arrived.push({ name, data });
    },
  });
  const decoder = new TextDecoder();
  for await (const chunk of chunks) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    if (arrived.length === 0) continue;
    yield* arrived;
    arrived = [];
  }
}
