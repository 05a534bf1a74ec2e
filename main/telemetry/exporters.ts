import { diag, DiagLogLevel, type Meter, type Tracer } from '@opentelemetry/api';
import { setGlobalErrorHandler } from '@opentelemetry/core';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { detectResources, envDetector, osDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { AggregationTemporality, MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { TelemetrySettings } from './telemetry-settings.ts';

const NAME = 'gatehouse';
/** Maximum length of exported values; servers can make up long names. */
const MAX_VALUE_CHARS = 256;

export interface Exporters {
  readonly tracer: Tracer | undefined;
  readonly meter: Meter | undefined;
  /** Exports what is left. */
  readonly shutdown: () => Promise<void>;
}

/**
 * OpenTelemetry's own OTLP exporters. They read address, headers and certificates from `OTEL_EXPORTER_OTLP_*` themselves. `onProblem` gets
 * a sentence for each error; errors have no other effect.
 */
export function openExporters(settings: TelemetrySettings, version: string, onProblem: (text: string) => void): Exporters {
  const say = (...words: readonly unknown[]): void => onProblem(words.map(String).join(' '));
  // OpenTelemetry's warnings don't help users: it recovers from most of them.
  diag.setLogger(
    { error: say, warn: ignore, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true },
  );
  setGlobalErrorHandler((error) => onProblem(reasonOf(error)));
  const resource = resourceFromAttributes({ 'service.name': NAME, 'service.version': version }).merge(
    // `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` take precedence.
    detectResources({ detectors: [osDetector, envDetector] }),
  );
  const tracers = settings.traces
    ? new TracerProvider({
        resource,
        spanLimits: { attributeValueLengthLimit: MAX_VALUE_CHARS },
        spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
      })
    : undefined;
  // Delta temporality forgets exported values: each session is a series of its own, so cumulative ones would grow without bound.
  const temporality = settings.choosesTemporality ? {} : { temporalityPreference: AggregationTemporality.DELTA };
  const meters = settings.metrics
    ? new MeterProvider({
        resource,
        readers: [
          new PeriodicExportingMetricReader({
            exporter: new OTLPMetricExporter(temporality),
            ...(settings.metricInterval !== undefined && {
              exportIntervalMillis: settings.metricInterval,
              exportTimeoutMillis: Math.min(settings.metricInterval, 30_000),
            }),
          }),
        ],
      })
    : undefined;
  return {
    tracer: tracers?.getTracer(NAME, version),
    meter: meters?.getMeter(NAME, version),
    shutdown: async () => {
      for (const end of await Promise.allSettled([tracers?.shutdown(), meters?.shutdown()]))
        if (end.status === 'rejected') onProblem(reasonOf(end.reason));
    },
  };
}

/** Includes the HTTP status, which often says more than the message. */
function reasonOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error);
  const code = 'code' in error && ['string', 'number'].includes(typeof error.code) ? String(error.code) : '';
  const message = 'message' in error && typeof error.message === 'string' && error.message !== '' ? error.message : 'no reason given';
  return message.includes(code) ? message : `${code} ${message}`;
}

function ignore(): void {
  // Doesn't help users.
}
