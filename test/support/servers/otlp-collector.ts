import { createServer, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { addressOf, close, listen } from './loopback.ts';

export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the first of a trace. */
  readonly parentId: string;
  readonly name: string;
  readonly startNs: bigint;
  readonly endNs: bigint;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly events: readonly string[];
  readonly isError: boolean;
}

export interface CollectedPoint {
  readonly metric: string;
  readonly value: number;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** An OpenTelemetry collector on loopback: OTLP over HTTP, as protocol buffers. Field numbers are those of opentelemetry-proto 1. */
export class OtlpCollector implements AsyncDisposable {
  readonly spans: CollectedSpan[] = [];
  readonly points: CollectedPoint[] = [];
  readonly resource: Record<string, unknown> = {};
  readonly headers: IncomingHttpHeaders[] = [];
  answers = true;
  status = 200;
  readonly #server = createServer((request, response) => {
    void buffer(request).then((body) => {
      this.headers.push(request.headers);
      const bytes = request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
      if (request.url === '/v1/traces') this.#takeSpans(bytes);
      if (request.url === '/v1/metrics') this.#takePoints(bytes);
      if (this.answers) response.writeHead(this.status, { 'content-type': 'application/x-protobuf' }).end();
    });
  });

  async start(): Promise<string> {
    await listen(this.#server);
    return addressOf(this.#server);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await close(this.#server);
  }

  #takeSpans(bytes: Buffer): void {
    for (const resourceSpans of messages(bytes, 1)) {
      for (const resource of messages(resourceSpans, 1)) Object.assign(this.resource, attributes(resource, 1));
      for (const span of messages(resourceSpans, 2).flatMap((scope) => messages(scope, 2))) this.spans.push(spanOf(span));
    }
  }

  #takePoints(bytes: Buffer): void {
    const metrics = messages(bytes, 1)
      .flatMap((resource) => messages(resource, 2))
      .flatMap((scope) => messages(scope, 2));
    for (const metric of metrics) {
      const sums = messages(metric, 7).flatMap((sum) => messages(sum, 1));
      for (const point of sums) this.points.push({ metric: text(metric, 1), value: numberOf(point), attributes: attributes(point, 7) });
    }
  }
}

function spanOf(span: Buffer): CollectedSpan {
  return {
    traceId: hex(span, 1),
    spanId: hex(span, 2),
    parentId: hex(span, 4),
    name: text(span, 5),
    startNs: fixed(span, 7).readBigUInt64LE(),
    endNs: fixed(span, 8).readBigUInt64LE(),
    attributes: attributes(span, 9),
    events: messages(span, 11).map((event) => text(event, 2)),
    isError: messages(span, 15).some((status) => numbers(status, 3).includes(2)),
  };
}

/** `as_double` or `as_int` of a data point. */
function numberOf(point: Buffer): number {
  const double = fields(point).find(({ field }) => field === 4);
  return Buffer.isBuffer(double?.value) ? double.value.readDoubleLE() : Number(fixed(point, 6).readBigInt64LE());
}

function attributes(message: Buffer, field: number): Record<string, unknown> {
  return Object.fromEntries(messages(message, field).map((pair) => [text(pair, 1), anyValue(messages(pair, 2)[0])]));
}

function anyValue(value: Buffer | undefined): unknown {
  const found = value && fields(value)[0];
  if (!found) return undefined;
  switch (found.field) {
    case 1:
      return String(found.value);
    case 2:
      return found.value === 1;
    case 4:
      return Buffer.isBuffer(found.value) ? found.value.readDoubleLE() : undefined;
    case 5:
      return Buffer.isBuffer(found.value) ? messages(found.value, 1).map(anyValue) : undefined;
    default:
      return found.value;
  }
}

interface Field {
  readonly field: number;
  /** A varint, or the bytes of anything else. */
  readonly value: number | Buffer;
}

function fields(message: Buffer): Field[] {
  const found: Field[] = [];
  for (let at = 0; at < message.length;) {
    const key = varint(message, at);
    at = key.end;
    const field = Math.floor(key.value / 8);
    const wireType = key.value % 8;
    if (wireType === 0) {
      const { value, end } = varint(message, at);
      found.push({ field, value });
      at = end;
      continue;
    }
    const length = wireType === 2 ? varint(message, at) : { value: wireType === 1 ? 8 : 4, end: at };
    at = length.end + length.value;
    found.push({ field, value: message.subarray(length.end, at) });
  }
  return found;
}

function varint(bytes: Buffer, from: number): { readonly value: number; readonly end: number } {
  let value = 0;
  for (let at = from, scale = 1; ; at += 1, scale *= 128) {
    const byte = bytes.readUInt8(at);
    value += (byte & 127) * scale;
    if (byte < 128) return { value, end: at + 1 };
  }
}

function messages(message: Buffer, field: number): Buffer[] {
  return fields(message).flatMap((one) => (one.field === field && Buffer.isBuffer(one.value) ? [one.value] : []));
}

function numbers(message: Buffer, field: number): number[] {
  return fields(message).flatMap((one) => (one.field === field && typeof one.value === 'number' ? [one.value] : []));
}

function fixed(message: Buffer, field: number): Buffer {
  return messages(message, field)[0] ?? Buffer.alloc(8);
}

function text(message: Buffer, field: number): string {
  return messages(message, field)[0]?.toString() ?? '';
}

function hex(message: Buffer, field: number): string {
  return messages(message, field)[0]?.toString('hex') ?? '';
}
