import { diag, DiagLogLevel, type Meter, type Tracer } from '@opentelemetry/api';
import { setGlobalErrorHandler } from '@opentelemetry/core';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { detectResources, envDetector, osDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
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
  const say = (text: string): void => onProblem(text);
  diag.setLogger(
    { error: say, warn: say, info: ignore, debug: ignore, verbose: ignore },
    {
      logLevel: DiagLogLevel.WARN,
      suppressOverrideMessage: true,
    },
  );
  setGlobalErrorHandler((error) => onProblem(typeof error === 'string' ? error : (error.message ?? error.name ?? 'no reason given')));
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
  const meters = settings.metrics
    ? new MeterProvider({
        resource,
        readers: [
          new PeriodicExportingMetricReader({
            exporter: new OTLPMetricExporter(),
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
      await Promise.allSettled([tracers?.shutdown(), meters?.shutdown()]);
    },
  };
}

function ignore(): void {
  // Of no use to a user.
}
