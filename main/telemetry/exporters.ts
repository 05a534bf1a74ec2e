import { diag, DiagLogLevel, type Meter, type Tracer } from '@opentelemetry/api';
import { setGlobalErrorHandler } from '@opentelemetry/core';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { detectResources, envDetector, osDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { AggregationTemporality, MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { TelemetrySettings } from './telemetry-settings.ts';

const NAME = 'gatehouse';
/** Nothing that is told is longer; names that a server makes up may be. */
const MAX_VALUE_CHARS = 256;

export interface Exporters {
  readonly tracer: Tracer | undefined;
  readonly meter: Meter | undefined;
  /** Exports what is left. */
  readonly shutdown: () => Promise<void>;
}

/**
 * OpenTelemetry's own exporters, over OTLP. Where to, with which headers and certificates, they read from `OTEL_EXPORTER_OTLP_*` themselves.
 * `onProblem`: whatever goes wrong, a sentence each; nothing else comes of it.
 */
export function openExporters(settings: TelemetrySettings, version: string, onProblem: (text: string) => void): Exporters {
  const say = (...words: readonly unknown[]): void => onProblem(words.map(String).join(' '));
  // Its warnings are of no use to a user: most are of things that it goes on with.
  diag.setLogger(
    { error: say, warn: ignore, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true },
  );
  setGlobalErrorHandler((error) => onProblem(reasonOf(error)));
  const resource = resourceFromAttributes({ 'service.name': NAME, 'service.version': version }).merge(
    // `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` have the last word.
    detectResources({ detectors: [osDetector, envDetector] }),
  );
  const tracers = settings.traces
    ? new TracerProvider({
        resource,
        spanLimits: { attributeValueLengthLimit: MAX_VALUE_CHARS },
        spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
      })
    : undefined;
  // What has been told is forgotten: each session is a series of its own, and there is no end of them.
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

/** With the status of an HTTP answer, which often says more than its text. */
function reasonOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error);
  const code = 'code' in error && ['string', 'number'].includes(typeof error.code) ? String(error.code) : '';
  const message = 'message' in error && typeof error.message === 'string' && error.message !== '' ? error.message : 'no reason given';
  return message.includes(code) ? message : `${code} ${message}`;
}

function ignore(): void {
  // Of no use to a user.
}
