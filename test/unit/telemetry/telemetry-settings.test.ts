import { expect, it } from 'vitest';
import { readTelemetrySettings } from '#main/telemetry/telemetry-settings.ts';

const on = { CLAUDE_CODE_ENABLE_TELEMETRY: '1' };
const both = { ...on, OTEL_TRACES_EXPORTER: 'otlp', OTEL_METRICS_EXPORTER: 'otlp' };

it.each([
  {},
  { OTEL_TRACES_EXPORTER: 'otlp' },
  { ...both, CLAUDE_CODE_ENABLE_TELEMETRY: '0' },
  { ...both, CLAUDE_CODE_ENABLE_TELEMETRY: '' },
  { ...both, OTEL_SDK_DISABLED: 'true' },
  on,
  { ...on, OTEL_LOGS_EXPORTER: 'otlp' },
  { ...on, OTEL_TRACES_EXPORTER: 'none', OTEL_METRICS_EXPORTER: '' },
])('%j exports nothing', (env) => {
  expect(readTelemetrySettings(env)).toBeUndefined();
});

it.each([
  [both, { traces: true, metrics: true, reportsNames: false, metricInterval: undefined, closeTimeout: 2000, problems: [] }],
  [
    { ...on, OTEL_TRACES_EXPORTER: ' otlp ' },
    { traces: true, metrics: false },
  ],
  [
    { ...both, CLAUDE_CODE_ENABLE_TELEMETRY: 'true', OTEL_LOG_TOOL_DETAILS: '1' },
    { traces: true, reportsNames: true },
  ],
  [
    { ...both, OTEL_METRIC_EXPORT_INTERVAL: '1000', CLAUDE_CODE_OTEL_SHUTDOWN_TIMEOUT_MS: '50' },
    { metricInterval: 1000, closeTimeout: 50 },
  ],
  [
    { ...both, OTEL_METRIC_EXPORT_INTERVAL: 'soon', CLAUDE_CODE_OTEL_SHUTDOWN_TIMEOUT_MS: '-1' },
    { metricInterval: undefined, closeTimeout: 2000 },
  ],
  [
    { ...both, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf' },
    { traces: true, metrics: true, problems: [] },
  ],
])('%j', (env, expected) => {
  expect(readTelemetrySettings(env)).toMatchObject(expected);
});

it.each([
  [{ ...both, OTEL_TRACES_EXPORTER: 'console,otlp' }, { traces: true, metrics: true }, ['OTEL_TRACES_EXPORTER=console']],
  [{ ...on, OTEL_METRICS_EXPORTER: 'prometheus' }, { traces: false, metrics: false }, ['OTEL_METRICS_EXPORTER=prometheus']],
  [{ ...both, OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'grpc' }, { traces: false, metrics: true }, ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL=grpc']],
  [
    { ...both, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json', OTEL_EXPORTER_OTLP_METRICS_PROTOCOL: 'http/protobuf' },
    { traces: false, metrics: true },
    ['OTEL_EXPORTER_OTLP_PROTOCOL=http/json'],
  ],
  [{ ...both, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://u:sekret@[bad' }, { traces: false, metrics: false }, ['OTEL_EXPORTER_OTLP_ENDPOINT']],
  [{ ...both, OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4318' }, { traces: false, metrics: false }, ['OTEL_EXPORTER_OTLP_ENDPOINT']],
  [
    { ...both, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318', OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://' },
    { traces: false, metrics: true },
    ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'],
  ],
])('%j: reports the unsupported and does the rest', (env, expected, named) => {
  const settings = readTelemetrySettings(env);
  expect(settings).toMatchObject(expected);
  expect(settings?.problems.join()).not.toContain('sekret');
  expect(settings?.problems).toEqual(named.map((variable) => expect.stringContaining(variable)));
});
